import { Spec, Client as ContractClient } from '@stellar/stellar-sdk/contract';
export class Client extends ContractClient {
    options;
    constructor(options) {
        super(new Spec(["AAAABAAAAAAAAAAAAAAACkFkbWluRXJyb3IAAAAAAA4AAAAwVGhlIGNhbGxlciBsYWNrcyB0aGUgcm9sZSAob3IgaXMgbm90IHRoZSBhZG1pbikuAAAADFVuYXV0aG9yaXplZAAAJxAAAAAvVGhlIGNvbnRyYWN0IGlzIHBhdXNlZCwgb3IgdGhlIHdob2xlIHN5c3RlbSBpcy4AAAAABlBhdXNlZAAAAAAnEQAAACtUaGlzIHNjaGVtYSB2ZXJzaW9uIHdhcyBtaWdyYXRlZCB0byBiZWZvcmUuAAAAAA9BbHJlYWR5TWlncmF0ZWQAAAAnEgAAACJgZXhwaXJlc19hdGAgaXMgbm90IGluIHRoZSBmdXR1cmUuAAAAAAANSW52YWxpZEV4cGlyeQAAAAAAJxQAAAAjVGhlIGFjY291bnQgZG9lcyBub3QgaG9sZCB0aGUgcm9sZS4AAAAAC1JvbGVOb3RIZWxkAAAAJxUAAAA9VGhlIHJvbGUgd291bGQgYWRtaW5pc3RlciBpdHNlbGYsIGRpcmVjdGx5IG9yIHRocm91Z2ggb3RoZXJzLgAAAAAAAAlSb2xlQ3ljbGUAAAAAACcWAAAAMFRoZSBuZXcgcm9sZSBhZG1pbiBoYXMgOCBvciBtb3JlIHJvbGVzIGFib3ZlIGl0LgAAAAxDaGFpblRvb0xvbmcAACcXAAAAImB0cmFuc2Zlcl9kZWxheWAgaXMgYWJvdmUgOTAgZGF5cy4AAAAAAAxJbnZhbGlkRGVsYXkAACcYAAAAIVRoZSBhY2NvdW50IGlzIHRoZSBhZG1pbiBhbHJlYWR5LgAAAAAAAAlTYW1lQWRtaW4AAAAAACcZAAAAJE5vIHRyYW5zZmVyIG9mIHRoZSBhZG1pbiBpcyBwZW5kaW5nLgAAAApOb1RyYW5zZmVyAAAAACcaAAAAJFRoZSB0cmFuc2ZlcidzIGRlbGF5IGhhcyBub3QgcGFzc2VkLgAAAA1UcmFuc2ZlckVhcmx5AAAAAAAnGwAAACZUaGUgdHJhbnNmZXIgd2FzIG5vdCBhY2NlcHRlZCBpbiB0aW1lLgAAAAAAD1RyYW5zZmVyRXhwaXJlZAAAACccAAAAGWBsaW1pdGAgbXVzdCBiZSAxIHRvIDEwMC4AAAAAAAALSW52YWxpZFBhZ2UAAAAnHQAAABlBbGwgMjU2IHJvbGVzIGFyZSBpbiB1c2UuAAAAAAAADFRvb01hbnlSb2xlcwAAJx4=", "AAAABQAAADNUaGUgZ2xvYmFsIHN0b3Agb2YgYHN0YXRlYCBjb3VudHMgaGVyZSBmcm9tIG5vdyBvbi4AAAAAAAAAAAhTdGF0ZVNldAAAAAEAAAAJc3RhdGVfc2V0AAAAAAAAAQAAAAAAAAAFc3RhdGUAAAAAAAATAAAAAQAAAAI=", "AAAABQAAACpBIHJvbGUgd2FzIGdyYW50ZWQsIG9yIGl0cyBleHBpcnkgY2hhbmdlZC4AAAAAAAAAAAALUm9sZUdyYW50ZWQAAAAAAQAAAAxyb2xlX2dyYW50ZWQAAAAEAAAAAAAAAARyb2xlAAAAEQAAAAEAAAAAAAAAB2FjY291bnQAAAAAEwAAAAEAAAAAAAAABmNhbGxlcgAAAAAAEwAAAAAAAAAcVW5peCBzZWNvbmRzOyBhYnNlbnQ6IG5ldmVyLgAAAApleHBpcmVzX2F0AAAAAAPoAAAABgAAAAAAAAAC", "AAAABQAAAAAAAAAAAAAAEEFkbWluVHJhbnNmZXJyZWQAAAABAAAAEWFkbWluX3RyYW5zZmVycmVkAAAAAAAAAgAAAAAAAAAJbmV3X2FkbWluAAAAAAAAEwAAAAEAAAAAAAAADnByZXZpb3VzX2FkbWluAAAAAAATAAAAAAAAAAI=", "AAAABQAAAAAAAAAAAAAAEkFkbWluVHJhbnNmZXJCZWd1bgAAAAAAAQAAABRhZG1pbl90cmFuc2Zlcl9iZWd1bgAAAAQAAAAAAAAABWFkbWluAAAAAAAAEwAAAAEAAAAAAAAACW5ld19hZG1pbgAAAAAAABMAAAAAAAAAI0FjY2VwdGFibGUgZnJvbSBoZXJlLCBVbml4IHNlY29uZHMuAAAAAANldGEAAAAABgAAAAAAAAAdVm9pZCBmcm9tIGhlcmUsIFVuaXggc2Vjb25kcy4AAAAAAAAKZXhwaXJlc19hdAAAAAAABgAAAAAAAAAC", "AAAABQAAAAAAAAAAAAAAFkFkbWluVHJhbnNmZXJDYW5jZWxsZWQAAAAAAAEAAAAYYWRtaW5fdHJhbnNmZXJfY2FuY2VsbGVkAAAAAgAAAAAAAAAFYWRtaW4AAAAAAAATAAAAAQAAAAAAAAAJbmV3X2FkbWluAAAAAAAAEwAAAAAAAAAC", "AAAAAAAAAAAAAAAFYWRtaW4AAAAAAAAAAAAAAQAAA+gAAAAT", "AAAAAAAAAA5Sb2xlIGBwYXVzZXJgLgAAAAAABXBhdXNlAAAAAAAAAQAAAAAAAAAIZ3VhcmRpYW4AAAATAAAAAA==", "AAAAAAAAAC5Sb2xlcyB0aGF0IHNvbWVib2R5IHdhcyBncmFudGVkIChhdCBtb3N0IDI1NikuAAAAAAAFcm9sZXMAAAAAAAAAAAAAAQAAA+oAAAAR", "AAAAAAAAACtUaGUgcmVnaXN0cnkgd2hvc2UgZ2xvYmFsIHN0b3AgY291bnRzIGhlcmUuAAAAAAVzdGF0ZQAAAAAAAAAAAAABAAAD6AAAABM=", "AAAAAAAAAAAAAAAGcGF1c2VkAAAAAAAAAAAAAQAAAAE=", "AAAAAAAAAFVIb2xkZXJzIGF0IHBvc2l0aW9ucyBgc3RhcnQgLi4gc3RhcnQgKyBsaW1pdGAgKGxpbWl0IDEgdG8gMTAwKSwgd2l0aG91dCBleHBpcmVkIG9uZXMuAAAAAAAAB21lbWJlcnMAAAAAAwAAAAAAAAAEcm9sZQAAABEAAAAAAAAABXN0YXJ0AAAAAAAABAAAAAAAAAAFbGltaXQAAAAAAAAEAAAAAQAAA+oAAAAT", "AAAAAAAAAClSb2xlIGB1cGdyYWRlcmAsIG9uY2UgcGVyIHNjaGVtYSB2ZXJzaW9uLgAAAAAAAAdtaWdyYXRlAAAAAAEAAAAAAAAACG9wZXJhdG9yAAAAEwAAAAA=", "AAAAAAAAAE1Sb2xlIGB1bnBhdXNlcmAsIG9yIHRoZSBhZG1pbjogd2hpbGUgcGF1c2VkIG5vYm9keSBjb3VsZCBiZSBncmFudGVkIHRoZSByb2xlLgAAAAAAAAd1bnBhdXNlAAAAAAEAAAAAAAAACG9wZXJhdG9yAAAAEwAAAAA=", "AAAAAAAAABBSb2xlIGB1cGdyYWRlcmAuAAAAB3VwZ3JhZGUAAAAAAgAAAAAAAAAIb3BlcmF0b3IAAAATAAAAAAAAAAl3YXNtX2hhc2gAAAAAAAPuAAAAIAAAAAA=", "AAAAAAAAACJTY2hlbWEgdmVyc2lvbiBvZiB0aGUgc3RvcmVkIGRhdGEuAAAAAAAHdmVyc2lvbgAAAAAAAAAAAQAAAAQ=", "AAAAAAAAAEBUcnVlIHdoaWxlIGBhY2NvdW50YCBob2xkcyBgcm9sZWAgYW5kIHRoZSBncmFudCBoYXMgbm90IGV4cGlyZWQuAAAACGhhc19yb2xlAAAAAgAAAAAAAAAEcm9sZQAAABEAAAAAAAAAB2FjY291bnQAAAAAEwAAAAEAAAAB", "AAAAAAAAAFhNYWtlcyB0aGUgZ2xvYmFsIHN0b3Agb2YgdGhpcyByZWdpc3RyeSBjb3VudCBoZXJlIHRvby4gQnkgdGhlIGFkbWluOyB3b3JrcyB3aGlsZSBwYXVzZWQuAAAACXNldF9zdGF0ZQAAAAAAAAEAAAAAAAAABXN0YXRlAAAAAAAAEwAAAAA=", "AAAAAAAAALtHcmFudHMgYHJvbGVgLCBvciByZXBsYWNlcyB0aGUgZXhwaXJ5IChVbml4IHNlY29uZHM7IG5vbmU6IG5ldmVyKSBvZiBhIGdyYW50LiBgY2FsbGVyYDogdGhlIGFkbWluIG9yIGEKaG9sZGVyIG9mIHRoZSByb2xlJ3MgYWRtaW4gcm9sZS4gV2hpbGUgdGhlIHdob2xlIHN5c3RlbSBpcyBzdG9wcGVkLCB0aGUgYWRtaW4gYWxvbmUuAAAAAApncmFudF9yb2xlAAAAAAAEAAAAAAAAAAZjYWxsZXIAAAAAABMAAAAAAAAABHJvbGUAAAARAAAAAAAAAAdhY2NvdW50AAAAABMAAAAAAAAACmV4cGlyZXNfYXQAAAAAA+gAAAAGAAAAAA==", "AAAAAAAAAD1XaG9zZSBob2xkZXJzIG1heSBncmFudCBhbmQgcmV2b2tlIGByb2xlYCwgYmVzaWRlcyB0aGUgYWRtaW4uAAAAAAAACnJvbGVfYWRtaW4AAAAAAAEAAAAAAAAABHJvbGUAAAARAAAAAQAAA+gAAAAR", "AAAAAAAAAEVXb3JrcyB3aGlsZSBwYXVzZWQ6IHRha2luZyBhIHN0b2xlbiBrZXkncyBwb3dlciBhd2F5IG11c3QgbmV2ZXIgd2FpdC4AAAAAAAALcmV2b2tlX3JvbGUAAAAAAwAAAAAAAAAGY2FsbGVyAAAAAAATAAAAAAAAAARyb2xlAAAAEQAAAAAAAAAHYWNjb3VudAAAAAATAAAAAA==", "AAAAAAAAAD5Vbml4IHNlY29uZCBhdCB3aGljaCB0aGUgZ3JhbnQgZW5kczsgbm9uZTogbmV2ZXIsIG9yIG5vIGdyYW50LgAAAAAAC3JvbGVfZXhwaXJ5AAAAAAIAAAAAAAAABHJvbGUAAAARAAAAAAAAAAdhY2NvdW50AAAAABMAAAABAAAD6AAAAAY=", "AAAAAAAAAFtHcmFudHMgb2YgYHJvbGVgLCBleHBpcmVkIG9uZXMgaW5jbHVkZWQ6IHRoZSBudW1iZXIgb2YgcG9zaXRpb25zIHRoYXQgYG1lbWJlcnNgIHBhZ2VzIG92ZXIuAAAAAAxtZW1iZXJfY291bnQAAAABAAAAAAAAAARyb2xlAAAAEQAAAAEAAAAE", "AAAAAAAAAFhgdHJhbnNmZXJfZGVsYXlgOiBzZWNvbmRzIGJldHdlZW4gYW5ub3VuY2luZyBhbmQgYWNjZXB0aW5nIGEgbmV3IGFkbWluLCBhdCBtb3N0IDkwIGRheXMuAAAADV9fY29uc3RydWN0b3IAAAAAAAACAAAAAAAAAAVhZG1pbgAAAAAAABMAAAAAAAAADnRyYW5zZmVyX2RlbGF5AAAAAAAGAAAAAA==", "AAAAAAAAABhHaXZlcyB1cCBvbmUncyBvd24gcm9sZS4AAAANcmVub3VuY2Vfcm9sZQAAAAAAAAIAAAAAAAAAB2FjY291bnQAAAAAEwAAAAAAAAAEcm9sZQAAABEAAAAA", "AAAAAAAAAFNBbm5vdW5jZXMgYSBuZXcgYWRtaW4sIHdobyBtYXkgYWNjZXB0IGFmdGVyIHRoZSBkZWxheSBhbmQgd2l0aGluIDE0IGRheXMgZnJvbSB0aGVuLgAAAAAOYmVnaW5fdHJhbnNmZXIAAAAAAAEAAAAAAAAACW5ld19hZG1pbgAAAAAAABMAAAAA", "AAAAAAAAAFtMZXRzIHRoZSBob2xkZXJzIG9mIGBhZG1pbl9yb2xlYCBncmFudCBhbmQgcmV2b2tlIGByb2xlYC4gQnkgdGhlIGFkbWluOyBjeWNsZXMgYXJlIHJlZnVzZWQuAAAAAA5zZXRfcm9sZV9hZG1pbgAAAAAAAgAAAAAAAAAEcm9sZQAAABEAAAAAAAAACmFkbWluX3JvbGUAAAAAABEAAAAA", "AAAAAAAAADVTZWNvbmRzIGJldHdlZW4gYW5ub3VuY2luZyBhbmQgYWNjZXB0aW5nIGEgbmV3IGFkbWluLgAAAAAAAA50cmFuc2Zlcl9kZWxheQAAAAAAAAAAAAEAAAAG", "AAAAAAAAABlCeSB0aGUgYW5ub3VuY2VkIGFjY291bnQuAAAAAAAAD2FjY2VwdF90cmFuc2ZlcgAAAAAAAAAAAA==", "AAAAAAAAACFCeSB0aGUgYWRtaW4uIFdvcmtzIHdoaWxlIHBhdXNlZC4AAAAAAAAPY2FuY2VsX3RyYW5zZmVyAAAAAAAAAAAA", "AAAAAAAAACpUaGUgYW5ub3VuY2VkIHRyYW5zZmVyLCB1bmxlc3MgaXQgaXMgdm9pZC4AAAAAABBwZW5kaW5nX3RyYW5zZmVyAAAAAAAAAAEAAAPoAAAH0AAAAAhIYW5kb3Zlcg==", "AAAABQAAACVFdmVudCBlbWl0dGVkIHdoZW4gYSByb2xlIGlzIHJldm9rZWQuAAAAAAAAAAAAAAtSb2xlUmV2b2tlZAAAAAABAAAADHJvbGVfcmV2b2tlZAAAAAMAAAAAAAAABHJvbGUAAAARAAAAAQAAAAAAAAAHYWNjb3VudAAAAAATAAAAAQAAAAAAAAAGY2FsbGVyAAAAAAATAAAAAAAAAAI=", "AAAABQAAACtFdmVudCBlbWl0dGVkIHdoZW4gYSByb2xlIGFkbWluIGlzIGNoYW5nZWQuAAAAAAAAAAAQUm9sZUFkbWluQ2hhbmdlZAAAAAEAAAAScm9sZV9hZG1pbl9jaGFuZ2VkAAAAAAADAAAAAAAAAARyb2xlAAAAEQAAAAEAAAAAAAAAE3ByZXZpb3VzX2FkbWluX3JvbGUAAAAAEQAAAAAAAAAAAAAADm5ld19hZG1pbl9yb2xlAAAAAAARAAAAAAAAAAI=", "AAAABAAAAAAAAAAAAAAAEkFjY2Vzc0NvbnRyb2xFcnJvcgAAAAAACwAAAAAAAAAMVW5hdXRob3JpemVkAAAH0AAAAAAAAAALQWRtaW5Ob3RTZXQAAAAH0QAAAAAAAAAQSW5kZXhPdXRPZkJvdW5kcwAAB9IAAAAAAAAAEUFkbWluUm9sZU5vdEZvdW5kAAAAAAAH0wAAAAAAAAASUm9sZUNvdW50SXNOb3RaZXJvAAAAAAfUAAAAAAAAAAxSb2xlTm90Rm91bmQAAAfVAAAAAAAAAA9BZG1pbkFscmVhZHlTZXQAAAAH1gAAAAAAAAALUm9sZU5vdEhlbGQAAAAH1wAAAAAAAAALUm9sZUlzRW1wdHkAAAAH2AAAAAAAAAASVHJhbnNmZXJJblByb2dyZXNzAAAAAAfZAAAAAAAAABBNYXhSb2xlc0V4Y2VlZGVkAAAH2g==", "AAAAAQAAAAAAAAAAAAAACEhhbmRvdmVyAAAAAwAAAC9GaXJzdCBVbml4IHNlY29uZCBhdCB3aGljaCBpdCBtYXkgYmUgY29tcGxldGVkLgAAAAADZXRhAAAAAAYAAAAmRmlyc3QgVW5peCBzZWNvbmQgYXQgd2hpY2ggaXQgaXMgdm9pZC4AAAAAAApleHBpcmVzX2F0AAAAAAAGAAAAD1dobyB0YWtlcyBvdmVyLgAAAAACdG8AAAAAABM=", "AAAABQAAADZTdG9yZWQgZGF0YSBub3cgaGFzIHRoZSBsYXlvdXQgb2YgdGhpcyBzY2hlbWEgdmVyc2lvbi4AAAAAAAAAAAAITWlncmF0ZWQAAAABAAAACG1pZ3JhdGVkAAAAAQAAAAAAAAAHdmVyc2lvbgAAAAAEAAAAAAAAAAI=", "AAAABQAAACpFdmVudCBlbWl0dGVkIHdoZW4gdGhlIGNvbnRyYWN0IGlzIHBhdXNlZC4AAAAAAAAAAAAGUGF1c2VkAAAAAAABAAAABnBhdXNlZAAAAAAAAAAAAAI=", "AAAABQAAACxFdmVudCBlbWl0dGVkIHdoZW4gdGhlIGNvbnRyYWN0IGlzIHVucGF1c2VkLgAAAAAAAAAIVW5wYXVzZWQAAAABAAAACHVucGF1c2VkAAAAAAAAAAI="]), options);
        this.options = options;
    }
    static deploy(args, options) {
        return ContractClient.deploy(args, options);
    }
    fromJson = {
        admin: (this.txFromJson), pause: (this.txFromJson), roles: (this.txFromJson), state: (this.txFromJson), paused: (this.txFromJson), members: (this.txFromJson), migrate: (this.txFromJson), unpause: (this.txFromJson), upgrade: (this.txFromJson), version: (this.txFromJson), has_role: (this.txFromJson), set_state: (this.txFromJson), grant_role: (this.txFromJson), role_admin: (this.txFromJson), revoke_role: (this.txFromJson), role_expiry: (this.txFromJson), member_count: (this.txFromJson), renounce_role: (this.txFromJson), begin_transfer: (this.txFromJson), set_role_admin: (this.txFromJson), transfer_delay: (this.txFromJson), accept_transfer: (this.txFromJson), cancel_transfer: (this.txFromJson), pending_transfer: (this.txFromJson)
    };
    /** @deprecated Use fromJson instead. */
    fromJSON = this.fromJson;
    /**
     * Parse a raw contract event (topics + data) into a typed {@link ContractEvent}.
     */
    parseEvent(topics, data) {
        return this.spec.parseEvent(topics, data);
    }
    /**
     * Build a topics filter row for the "StateSet" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    stateSetEventFilter(topicValues) {
        return this.spec.eventTopicFilter("StateSet", topicValues);
    }
    /**
     * Build a topics filter row for the "RoleGranted" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    roleGrantedEventFilter(topicValues) {
        return this.spec.eventTopicFilter("RoleGranted", topicValues);
    }
    /**
     * Build a topics filter row for the "AdminTransferred" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    adminTransferredEventFilter(topicValues) {
        return this.spec.eventTopicFilter("AdminTransferred", topicValues);
    }
    /**
     * Build a topics filter row for the "AdminTransferBegun" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    adminTransferBegunEventFilter(topicValues) {
        return this.spec.eventTopicFilter("AdminTransferBegun", topicValues);
    }
    /**
     * Build a topics filter row for the "AdminTransferCancelled" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    adminTransferCancelledEventFilter(topicValues) {
        return this.spec.eventTopicFilter("AdminTransferCancelled", topicValues);
    }
    /**
     * Build a topics filter row for the "RoleRevoked" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    roleRevokedEventFilter(topicValues) {
        return this.spec.eventTopicFilter("RoleRevoked", topicValues);
    }
    /**
     * Build a topics filter row for the "RoleAdminChanged" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    roleAdminChangedEventFilter(topicValues) {
        return this.spec.eventTopicFilter("RoleAdminChanged", topicValues);
    }
    /**
     * Build a topics filter row for the "Migrated" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    migratedEventFilter() {
        return this.spec.eventTopicFilter("Migrated");
    }
    /**
     * Build a topics filter row for the "Paused" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    pausedEventFilter() {
        return this.spec.eventTopicFilter("Paused");
    }
    /**
     * Build a topics filter row for the "Unpaused" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    unpausedEventFilter() {
        return this.spec.eventTopicFilter("Unpaused");
    }
}
