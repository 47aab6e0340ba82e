import { Spec, Client as ContractClient } from '@stellar/stellar-sdk/contract';
export class Client extends ContractClient {
    options;
    constructor(options) {
        super(new Spec(["AAAABAAAAAAAAAAAAAAACkFkbWluRXJyb3IAAAAAAA4AAAA1VGhlIGNhbGxlciBkb2Vzbid0IGhvbGQgdGhlIHJvbGUsIG9yIGlzbid0IHRoZSBhZG1pbi4AAAAAAAAMVW5hdXRob3JpemVkAAAnEAAAAC9UaGUgY29udHJhY3QgaXMgcGF1c2VkLCBvciB0aGUgd2hvbGUgc3lzdGVtIGlzLgAAAAAGUGF1c2VkAAAAACcRAAAAMFRoZSBzdG9yZWQgZGF0YSBhbHJlYWR5IGhhcyB0aGlzIHNjaGVtYSB2ZXJzaW9uLgAAAA9BbHJlYWR5TWlncmF0ZWQAAAAnEgAAACJgZXhwaXJlc19hdGAgaXMgbm90IGluIHRoZSBmdXR1cmUuAAAAAAANSW52YWxpZEV4cGlyeQAAAAAAJxQAAAAjVGhlIGFjY291bnQgZG9lcyBub3QgaG9sZCB0aGUgcm9sZS4AAAAAC1JvbGVOb3RIZWxkAAAAJxUAAAA9VGhlIHJvbGUgd291bGQgYWRtaW5pc3RlciBpdHNlbGYsIGRpcmVjdGx5IG9yIHRocm91Z2ggb3RoZXJzLgAAAAAAAAlSb2xlQ3ljbGUAAAAAACcWAAAAMFRoZSBuZXcgcm9sZSBhZG1pbiBoYXMgOCBvciBtb3JlIHJvbGVzIGFib3ZlIGl0LgAAAAxDaGFpblRvb0xvbmcAACcXAAAAImB0cmFuc2Zlcl9kZWxheWAgaXMgYWJvdmUgOTAgZGF5cy4AAAAAAAxJbnZhbGlkRGVsYXkAACcYAAAAIVRoZSBhY2NvdW50IGlzIHRoZSBhZG1pbiBhbHJlYWR5LgAAAAAAAAlTYW1lQWRtaW4AAAAAACcZAAAAJE5vIHRyYW5zZmVyIG9mIHRoZSBhZG1pbiBpcyBwZW5kaW5nLgAAAApOb1RyYW5zZmVyAAAAACcaAAAAJFRoZSB0cmFuc2ZlcidzIGRlbGF5IGhhcyBub3QgcGFzc2VkLgAAAA1UcmFuc2ZlckVhcmx5AAAAAAAnGwAAACZUaGUgdHJhbnNmZXIgd2FzIG5vdCBhY2NlcHRlZCBpbiB0aW1lLgAAAAAAD1RyYW5zZmVyRXhwaXJlZAAAACccAAAAGWBsaW1pdGAgbXVzdCBiZSAxIHRvIDEwMC4AAAAAAAALSW52YWxpZFBhZ2UAAAAnHQAAABlBbGwgMjU2IHJvbGVzIGFyZSBpbiB1c2UuAAAAAAAADFRvb01hbnlSb2xlcwAAJx4=", "AAAABQAAAEZBIHN0b3Agb2YgdGhlIHdob2xlIHN5c3RlbSBpbiBgc3RhdGVgIHN0b3BzIHRoaXMgY29udHJhY3QgZnJvbSBub3cgb24uAAAAAAAAAAAACFN0YXRlU2V0AAAAAQAAAAlzdGF0ZV9zZXQAAAAAAAABAAAAAAAAAAVzdGF0ZQAAAAAAABMAAAABAAAAAg==", "AAAABQAAACpBIHJvbGUgd2FzIGdyYW50ZWQsIG9yIGl0cyBleHBpcnkgY2hhbmdlZC4AAAAAAAAAAAALUm9sZUdyYW50ZWQAAAAAAQAAAAxyb2xlX2dyYW50ZWQAAAAEAAAAAAAAAARyb2xlAAAAEQAAAAEAAAAAAAAAB2FjY291bnQAAAAAEwAAAAEAAAAAAAAABmNhbGxlcgAAAAAAEwAAAAAAAAAcVW5peCBzZWNvbmRzOyBhYnNlbnQ6IG5ldmVyLgAAAApleHBpcmVzX2F0AAAAAAPoAAAABgAAAAAAAAAC", "AAAABQAAAAAAAAAAAAAAEEFkbWluVHJhbnNmZXJyZWQAAAABAAAAEWFkbWluX3RyYW5zZmVycmVkAAAAAAAAAgAAAAAAAAAJbmV3X2FkbWluAAAAAAAAEwAAAAEAAAAAAAAADnByZXZpb3VzX2FkbWluAAAAAAATAAAAAAAAAAI=", "AAAABQAAAAAAAAAAAAAAEkFkbWluVHJhbnNmZXJCZWd1bgAAAAAAAQAAABRhZG1pbl90cmFuc2Zlcl9iZWd1bgAAAAQAAAAAAAAABWFkbWluAAAAAAAAEwAAAAEAAAAAAAAACW5ld19hZG1pbgAAAAAAABMAAAAAAAAALkZpcnN0IFVuaXggc2Vjb25kIGF0IHdoaWNoIGl0IG1heSBiZSBhY2NlcHRlZC4AAAAAAANldGEAAAAABgAAAAAAAAAmRmlyc3QgVW5peCBzZWNvbmQgYXQgd2hpY2ggaXQgaXMgdm9pZC4AAAAAAApleHBpcmVzX2F0AAAAAAAGAAAAAAAAAAI=", "AAAABQAAAAAAAAAAAAAAFkFkbWluVHJhbnNmZXJDYW5jZWxsZWQAAAAAAAEAAAAYYWRtaW5fdHJhbnNmZXJfY2FuY2VsbGVkAAAAAgAAAAAAAAAFYWRtaW4AAAAAAAATAAAAAQAAAAAAAAAJbmV3X2FkbWluAAAAAAAAEwAAAAAAAAAC", "AAAAAAAAAAAAAAAFYWRtaW4AAAAAAAAAAAAAAQAAA+gAAAAT", "AAAAAAAAACNTdG9wcyB0aGlzIGNvbnRyYWN0LiBSb2xlIGBwYXVzZXJgLgAAAAAFcGF1c2UAAAAAAAABAAAAAAAAAAhndWFyZGlhbgAAABMAAAAA", "AAAAAAAAADJSb2xlcyB0aGF0IHdlcmUgZ3JhbnRlZCB0byBzb21lYm9keSAoYXQgbW9zdCAyNTYpLgAAAAAABXJvbGVzAAAAAAAAAAAAAAEAAAPqAAAAEQ==", "AAAAAAAAAERUaGUgcmVnaXN0cnkgd2hvc2Ugc3RvcCBvZiB0aGUgd2hvbGUgc3lzdGVtIHN0b3BzIHRoaXMgY29udHJhY3QgdG9vLgAAAAVzdGF0ZQAAAAAAAAAAAAABAAAD6AAAABM=", "AAAAAAAAAAAAAAAGcGF1c2VkAAAAAAAAAAAAAQAAAAE=", "AAAAAAAAAFVIb2xkZXJzIGF0IHBvc2l0aW9ucyBgc3RhcnQgLi4gc3RhcnQgKyBsaW1pdGAgKGxpbWl0IDEgdG8gMTAwKSwgd2l0aG91dCBleHBpcmVkIG9uZXMuAAAAAAAAB21lbWJlcnMAAAAAAwAAAAAAAAAEcm9sZQAAABEAAAAAAAAABXN0YXJ0AAAAAAAABAAAAAAAAAAFbGltaXQAAAAAAAAEAAAAAQAAA+oAAAAT", "AAAAAAAAAExCcmluZ3MgdGhlIHN0b3JlZCBkYXRhIHRvIHRoaXMgY29kZSdzIHNjaGVtYSB2ZXJzaW9uLCBvbmNlLiBSb2xlIGB1cGdyYWRlcmAuAAAAB21pZ3JhdGUAAAAAAQAAAAAAAAAIb3BlcmF0b3IAAAATAAAAAA==", "AAAAAAAAAGxFbmRzIHRoaXMgY29udHJhY3QncyBvd24gc3RvcC4gUm9sZSBgdW5wYXVzZXJgLCBvciB0aGUgYWRtaW46IHdoaWxlIHBhdXNlZCBub2JvZHkgY291bGQgYmUgZ3JhbnRlZCB0aGUgcm9sZS4AAAAHdW5wYXVzZQAAAAABAAAAAAAAAAhvcGVyYXRvcgAAABMAAAAA", "AAAAAAAAAEdSZXBsYWNlcyB0aGUgY29kZS4gUm9sZSBgdXBncmFkZXJgLiBUaGUgbmV3IGNvZGUncyBgbWlncmF0ZWAgcnVucyBuZXh0LgAAAAAHdXBncmFkZQAAAAACAAAAAAAAAA1uZXdfd2FzbV9oYXNoAAAAAAAD7gAAACAAAAAAAAAACG9wZXJhdG9yAAAAEwAAAAA=", "AAAAAAAAACJTY2hlbWEgdmVyc2lvbiBvZiB0aGUgc3RvcmVkIGRhdGEuAAAAAAAHdmVyc2lvbgAAAAAAAAAAAQAAAAQ=", "AAAAAAAAAEBUcnVlIHdoaWxlIGBhY2NvdW50YCBob2xkcyBgcm9sZWAgYW5kIHRoZSBncmFudCBoYXMgbm90IGV4cGlyZWQuAAAACGhhc19yb2xlAAAAAgAAAAAAAAAEcm9sZQAAABEAAAAAAAAAB2FjY291bnQAAAAAEwAAAAEAAAAB", "AAAAAAAAAGxNYWtlcyB0aGlzIGNvbnRyYWN0IHN0b3Agd2hlbiB0aGUgcmVnaXN0cnkgYHN0YXRlYCBzdG9wcyB0aGUgd2hvbGUgc3lzdGVtLiBCeSB0aGUgYWRtaW47IHdvcmtzIHdoaWxlIHBhdXNlZC4AAAAJc2V0X3N0YXRlAAAAAAAAAQAAAAAAAAAFc3RhdGUAAAAAAAATAAAAAA==", "AAAAAAAAAMRHcmFudHMgYHJvbGVgLCBvciByZXBsYWNlcyB0aGUgZXhwaXJ5IChVbml4IHNlY29uZHM7IG5vbmU6IG5ldmVyKSBvZiBhIGdyYW50LiBgY2FsbGVyYDogdGhlIGFkbWluIG9yIGEKaG9sZGVyIG9mIHRoZSByb2xlJ3MgYWRtaW4gcm9sZS4gV2hpbGUgdGhlIHdob2xlIHN5c3RlbSBpcyBzdG9wcGVkLCBvbmx5IHRoZSBhZG1pbiBtYXkgZ3JhbnQuAAAACmdyYW50X3JvbGUAAAAAAAQAAAAAAAAABmNhbGxlcgAAAAAAEwAAAAAAAAAEcm9sZQAAABEAAAAAAAAAB2FjY291bnQAAAAAEwAAAAAAAAAKZXhwaXJlc19hdAAAAAAD6AAAAAYAAAAA", "AAAAAAAAAEZUaGUgcm9sZSB3aG9zZSBob2xkZXJzIG1heSBncmFudCBhbmQgcmV2b2tlIGByb2xlYCwgYmVzaWRlcyB0aGUgYWRtaW4uAAAAAAAKcm9sZV9hZG1pbgAAAAAAAQAAAAAAAAAEcm9sZQAAABEAAAABAAAD6AAAABE=", "AAAAAAAAAJxUYWtlcyBgcm9sZWAgZnJvbSBgYWNjb3VudGAuIGBjYWxsZXJgOiB0aGUgYWRtaW4gb3IgYSBob2xkZXIgb2YgdGhlIHJvbGUncyBhZG1pbiByb2xlLiBXb3JrcyB3aGlsZSBwYXVzZWQ6CnRha2luZyBhIHN0b2xlbiBrZXkncyBwb3dlciBhd2F5IG11c3QgbmV2ZXIgd2FpdC4AAAALcmV2b2tlX3JvbGUAAAAAAwAAAAAAAAAGY2FsbGVyAAAAAAATAAAAAAAAAARyb2xlAAAAEQAAAAAAAAAHYWNjb3VudAAAAAATAAAAAA==", "AAAAAAAAAD5Vbml4IHNlY29uZCBhdCB3aGljaCB0aGUgZ3JhbnQgZW5kczsgbm9uZTogbmV2ZXIsIG9yIG5vIGdyYW50LgAAAAAAC3JvbGVfZXhwaXJ5AAAAAAIAAAAAAAAABHJvbGUAAAARAAAAAAAAAAdhY2NvdW50AAAAABMAAAABAAAD6AAAAAY=", "AAAAAAAAAFtHcmFudHMgb2YgYHJvbGVgLCBleHBpcmVkIG9uZXMgaW5jbHVkZWQ6IHRoZSBudW1iZXIgb2YgcG9zaXRpb25zIHRoYXQgYG1lbWJlcnNgIHBhZ2VzIG92ZXIuAAAAAAxtZW1iZXJfY291bnQAAAABAAAAAAAAAARyb2xlAAAAEQAAAAEAAAAE", "AAAAAAAAAFhgdHJhbnNmZXJfZGVsYXlgOiBzZWNvbmRzIGJldHdlZW4gYW5ub3VuY2luZyBhbmQgYWNjZXB0aW5nIGEgbmV3IGFkbWluLCBhdCBtb3N0IDkwIGRheXMuAAAADV9fY29uc3RydWN0b3IAAAAAAAACAAAAAAAAAAVhZG1pbgAAAAAAABMAAAAAAAAADnRyYW5zZmVyX2RlbGF5AAAAAAAGAAAAAA==", "AAAAAAAAACBHaXZlcyB1cCB0aGUgYWNjb3VudCdzIG93biByb2xlLgAAAA1yZW5vdW5jZV9yb2xlAAAAAAAAAgAAAAAAAAAHYWNjb3VudAAAAAATAAAAAAAAAARyb2xlAAAAEQAAAAA=", "AAAAAAAAAFNBbm5vdW5jZXMgYSBuZXcgYWRtaW4sIHdobyBtYXkgYWNjZXB0IGFmdGVyIHRoZSBkZWxheSBhbmQgd2l0aGluIDE0IGRheXMgZnJvbSB0aGVuLgAAAAAOYmVnaW5fdHJhbnNmZXIAAAAAAAEAAAAAAAAACW5ld19hZG1pbgAAAAAAABMAAAAA", "AAAAAAAAAFtMZXRzIHRoZSBob2xkZXJzIG9mIGBhZG1pbl9yb2xlYCBncmFudCBhbmQgcmV2b2tlIGByb2xlYC4gQnkgdGhlIGFkbWluOyBjeWNsZXMgYXJlIHJlZnVzZWQuAAAAAA5zZXRfcm9sZV9hZG1pbgAAAAAAAgAAAAAAAAAEcm9sZQAAABEAAAAAAAAACmFkbWluX3JvbGUAAAAAABEAAAAA", "AAAAAAAAADVTZWNvbmRzIGJldHdlZW4gYW5ub3VuY2luZyBhbmQgYWNjZXB0aW5nIGEgbmV3IGFkbWluLgAAAAAAAA50cmFuc2Zlcl9kZWxheQAAAAAAAAAAAAEAAAAG", "AAAAAAAAADdNYWtlcyB0aGUgYW5ub3VuY2VkIGFjY291bnQgdGhlIGFkbWluLiBCeSB0aGF0IGFjY291bnQuAAAAAA9hY2NlcHRfdHJhbnNmZXIAAAAAAAAAAAA=", "AAAAAAAAAENXaXRoZHJhd3MgdGhlIGFubm91bmNlZCB0cmFuc2Zlci4gQnkgdGhlIGFkbWluLiBXb3JrcyB3aGlsZSBwYXVzZWQuAAAAAA9jYW5jZWxfdHJhbnNmZXIAAAAAAAAAAAA=", "AAAAAAAAACpUaGUgYW5ub3VuY2VkIHRyYW5zZmVyLCB1bmxlc3MgaXQgaXMgdm9pZC4AAAAAABBwZW5kaW5nX3RyYW5zZmVyAAAAAAAAAAEAAAPoAAAH0AAAAAhIYW5kb3Zlcg==", "AAAABQAAACVFdmVudCBlbWl0dGVkIHdoZW4gYSByb2xlIGlzIHJldm9rZWQuAAAAAAAAAAAAAAtSb2xlUmV2b2tlZAAAAAABAAAADHJvbGVfcmV2b2tlZAAAAAMAAAAAAAAABHJvbGUAAAARAAAAAQAAAAAAAAAHYWNjb3VudAAAAAATAAAAAQAAAAAAAAAGY2FsbGVyAAAAAAATAAAAAAAAAAI=", "AAAABQAAACtFdmVudCBlbWl0dGVkIHdoZW4gYSByb2xlIGFkbWluIGlzIGNoYW5nZWQuAAAAAAAAAAAQUm9sZUFkbWluQ2hhbmdlZAAAAAEAAAAScm9sZV9hZG1pbl9jaGFuZ2VkAAAAAAADAAAAAAAAAARyb2xlAAAAEQAAAAEAAAAAAAAAE3ByZXZpb3VzX2FkbWluX3JvbGUAAAAAEQAAAAAAAAAAAAAADm5ld19hZG1pbl9yb2xlAAAAAAARAAAAAAAAAAI=", "AAAABAAAAAAAAAAAAAAAEkFjY2Vzc0NvbnRyb2xFcnJvcgAAAAAACwAAAAAAAAAMVW5hdXRob3JpemVkAAAH0AAAAAAAAAALQWRtaW5Ob3RTZXQAAAAH0QAAAAAAAAAQSW5kZXhPdXRPZkJvdW5kcwAAB9IAAAAAAAAAEUFkbWluUm9sZU5vdEZvdW5kAAAAAAAH0wAAAAAAAAASUm9sZUNvdW50SXNOb3RaZXJvAAAAAAfUAAAAAAAAAAxSb2xlTm90Rm91bmQAAAfVAAAAAAAAAA9BZG1pbkFscmVhZHlTZXQAAAAH1gAAAAAAAAALUm9sZU5vdEhlbGQAAAAH1wAAAAAAAAALUm9sZUlzRW1wdHkAAAAH2AAAAAAAAAASVHJhbnNmZXJJblByb2dyZXNzAAAAAAfZAAAAAAAAABBNYXhSb2xlc0V4Y2VlZGVkAAAH2g==", "AAAAAQAAAAAAAAAAAAAACEhhbmRvdmVyAAAAAwAAAC9GaXJzdCBVbml4IHNlY29uZCBhdCB3aGljaCBpdCBtYXkgYmUgY29tcGxldGVkLgAAAAADZXRhAAAAAAYAAAAmRmlyc3QgVW5peCBzZWNvbmQgYXQgd2hpY2ggaXQgaXMgdm9pZC4AAAAAAApleHBpcmVzX2F0AAAAAAAGAAAAD1dobyB0YWtlcyBvdmVyLgAAAAACdG8AAAAAABM=", "AAAABQAAADZTdG9yZWQgZGF0YSBub3cgaGFzIHRoZSBsYXlvdXQgb2YgdGhpcyBzY2hlbWEgdmVyc2lvbi4AAAAAAAAAAAAITWlncmF0ZWQAAAABAAAACG1pZ3JhdGVkAAAAAQAAAAAAAAAHdmVyc2lvbgAAAAAEAAAAAAAAAAI=", "AAAABQAAACpFdmVudCBlbWl0dGVkIHdoZW4gdGhlIGNvbnRyYWN0IGlzIHBhdXNlZC4AAAAAAAAAAAAGUGF1c2VkAAAAAAABAAAABnBhdXNlZAAAAAAAAAAAAAI=", "AAAABQAAACxFdmVudCBlbWl0dGVkIHdoZW4gdGhlIGNvbnRyYWN0IGlzIHVucGF1c2VkLgAAAAAAAAAIVW5wYXVzZWQAAAABAAAACHVucGF1c2VkAAAAAAAAAAI="]), options);
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
