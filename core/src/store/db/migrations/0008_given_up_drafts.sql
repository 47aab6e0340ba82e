-- A draft that its merchant gave up had a status of its own. `failed` says the same, with its reason.
UPDATE `campaigns` SET `status` = 'failed', `error_message` = 'its merchant gave the draft up' WHERE `status` = 'dropped';
