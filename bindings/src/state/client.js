import { Spec, Client as ContractClient } from '@stellar/stellar-sdk/contract';
export class Client extends ContractClient {
    options;
    constructor(options) {
        super(new Spec(["AAAABAAAAAAAAAAAAAAAClN0YXRlRXJyb3IAAAAAAAsAAAAaVGhlIGNhbGxlciBsYWNrcyB0aGUgcm9sZS4AAAAAAAxVbmF1dGhvcml6ZWQAACr4AAAAFVRoZSBzeXN0ZW0gaXMgcGF1c2VkLgAAAAAAAAZQYXVzZWQAAAAAKvkAAAArVGhpcyBzY2hlbWEgdmVyc2lvbiB3YXMgbWlncmF0ZWQgdG8gYmVmb3JlLgAAAAAPQWxyZWFkeU1pZ3JhdGVkAAAAKvoAAAApTm8gY29udHJhY3QgaXMgcmVnaXN0ZXJlZCB1bmRlciB0aGUgbmFtZS4AAAAAAAAITm90Rm91bmQAACr8AAAAK1RoZSBjb250cmFjdCBpcyByZWdpc3RlcmVkLCBidXQgbm90IGFjdGl2ZS4AAAAACU5vdEFjdGl2ZQAAAAAAKv0AAABHYGV4cGVjdGVkYCBpcyBub3QgdGhlIHJlY29yZCdzIHJldmlzaW9uOiByZWFkIGl0IGFnYWluIGFuZCBkZWNpZGUgYW5ldy4AAAAAEFJldmlzaW9uTWlzbWF0Y2gAACr+AAAAQk1vcmUgdGhhbiAzMiBuYW1lcywgb3IgMzIgYWRkcmVzc2VzIChmb3JnZXQgdGhvc2Ugbm8gbG9uZ2VyIHVzZWQpLgAAAAAAB1Rvb01hbnkAAAAq/wAAAEpOb3QgdGhlIG5leHQgbWlncmF0aW9uIG9mIHRoaXMgY29udHJhY3Q6IGVhY2ggcnVucyBvbmNlLCBpbiBvcmRlciwgZnJvbSAxLgAAAAAAE01pZ3JhdGlvbk91dE9mT3JkZXIAAAArAAAAAC1UaGUgYWRkcmVzcyBpcyBzdGlsbCByZWdpc3RlcmVkIHVuZGVyIGEgbmFtZS4AAAAAAAAMQWRkcmVzc0luVXNlAAArAQAAABlgbGltaXRgIG11c3QgYmUgMSB0byAxMDAuAAAAAAAAC0ludmFsaWRQYWdlAAAAKwIAAAAnQW4gaW50ZXJmYWNlIHZlcnNpb24gaGFzIDEgdG8gMzIgYnl0ZXMuAAAAABBJbnZhbGlkSW50ZXJmYWNlAAArAw==", "AAAABQAAAAAAAAAAAAAACFBhcmFtU2V0AAAAAQAAAAlwYXJhbV9zZXQAAAAAAAACAAAAAAAAAANrZXkAAAAAEQAAAAEAAAAAAAAABXZhbHVlAAAAAAAACwAAAAAAAAAC", "AAAABQAAAAAAAAAAAAAACVN0YXR1c1NldAAAAAAAAAEAAAAKc3RhdHVzX3NldAAAAAAAAwAAAAAAAAAEbmFtZQAAABEAAAABAAAAAAAAAAZzdGF0dXMAAAAAB9AAAAAGU3RhdHVzAAAAAAAAAAAAAAAAAAhyZXZpc2lvbgAAAAQAAAAAAAAAAg==", "AAAABQAAAAAAAAAAAAAAClJlZ2lzdGVyZWQAAAAAAAEAAAAKcmVnaXN0ZXJlZAAAAAAABQAAAAAAAAAEbmFtZQAAABEAAAABAAAAAAAAAAdhZGRyZXNzAAAAABMAAAAAAAAAAAAAAAl3YXNtX2hhc2gAAAAAAAPuAAAAIAAAAAAAAAAAAAAAB3ZlcnNpb24AAAAABAAAAAAAAAAAAAAACHJldmlzaW9uAAAABAAAAAAAAAAC", "AAAABQAAAAAAAAAAAAAADEludGVyZmFjZVNldAAAAAEAAAANaW50ZXJmYWNlX3NldAAAAAAAAAMAAAAAAAAABG5hbWUAAAARAAAAAQAAAAAAAAAJaW50ZXJmYWNlAAAAAAAAEAAAAAAAAAAAAAAACHJldmlzaW9uAAAABAAAAAAAAAAC", "AAAABQAAAAAAAAAAAAAAEEFkZHJlc3NGb3Jnb3R0ZW4AAAABAAAAEWFkZHJlc3NfZm9yZ290dGVuAAAAAAAAAQAAAAAAAAAHYWRkcmVzcwAAAAATAAAAAQAAAAI=", "AAAABQAAAAAAAAAAAAAAEU1pZ3JhdGlvblJlY29yZGVkAAAAAAAAAQAAABJtaWdyYXRpb25fcmVjb3JkZWQAAAAAAAIAAAAAAAAABG5hbWUAAAARAAAAAQAAAAAAAAAHdmVyc2lvbgAAAAAEAAAAAAAAAAI=", "AAAAAAAAACBUaGUgcmVjb3JkLCB3aGF0ZXZlciBpdHMgc3RhdHVzLgAAAANnZXQAAAAAAQAAAAAAAAAEbmFtZQAAABEAAAABAAAD6AAAB9AAAAAGUmVjb3JkAAA=", "AAAAAAAAAFhSZWNvcmRzIGF0IHBvc2l0aW9ucyBgc3RhcnQgLi4gc3RhcnQgKyBsaW1pdGAgKGxpbWl0IDEgdG8gMTAwKSBpbiBvcmRlciBvZiByZWdpc3RyYXRpb24uAAAABGxpc3QAAAACAAAAAAAAAAVzdGFydAAAAAAAAAQAAAAAAAAABWxpbWl0AAAAAAAABAAAAAEAAAPqAAAD7QAAAAIAAAARAAAH0AAAAAZSZWNvcmQAAA==", "AAAAAAAAAAAAAAAFcGFyYW0AAAAAAAABAAAAAAAAAANrZXkAAAAAEQAAAAEAAAPoAAAACw==", "AAAAAAAAACZSb2xlIGBwYXVzZXJgLiBTdG9wcyB0aGUgd2hvbGUgc3lzdGVtLgAAAAAABXBhdXNlAAAAAAAAAQAAAAAAAAAIZ3VhcmRpYW4AAAATAAAAAA==", "AAAAAAAAACdUcnVlIHdoaWxlIHRoZSB3aG9sZSBzeXN0ZW0gaXMgc3RvcHBlZC4AAAAABnBhdXNlZAAAAAAAAAAAAAEAAAAB", "AAAAAAAAAHdXaGF0IHRoZSByZWNvcmQgd2FzIGF0IHJldmlzaW9ucyBgc3RhcnQgKyAxIC4uPSBzdGFydCArIGxpbWl0YCAobGltaXQgMSB0byAxMDApLCBvbGRlc3QgZmlyc3QsIHdpdGhvdXQgdGhlCnByZXNlbnQgb25lLgAAAAAHaGlzdG9yeQAAAAADAAAAAAAAAARuYW1lAAAAEQAAAAAAAAAFc3RhcnQAAAAAAAAEAAAAAAAAAAVsaW1pdAAAAAAAAAQAAAABAAAD6gAAB9AAAAAGUmVjb3JkAAA=", "AAAAAAAAAClSb2xlIGB1cGdyYWRlcmAsIG9uY2UgcGVyIHNjaGVtYSB2ZXJzaW9uLgAAAAAAAAdtaWdyYXRlAAAAAAEAAAAAAAAACG9wZXJhdG9yAAAAEwAAAAA=", "AAAAAAAAADZUaGUgYWRkcmVzcyBvZiBhbiBhY3RpdmUgY29udHJhY3Q7IGFuIGVycm9yIG90aGVyd2lzZS4AAAAAAAdyZXNvbHZlAAAAAAEAAAAAAAAABG5hbWUAAAARAAAAAQAAABM=", "AAAAAAAAABBSb2xlIGB1bnBhdXNlcmAuAAAAB3VucGF1c2UAAAAAAQAAAAAAAAAIb3BlcmF0b3IAAAATAAAAAA==", "AAAAAAAAAEJSb2xlIGB1cGdyYWRlcmAuIFdvcmtzIHdoaWxlIHBhdXNlZDogdGhlIG5ldyBjb2RlIG1heSBiZSB0aGUgY3VyZS4AAAAAAAd1cGdyYWRlAAAAAAIAAAAAAAAACG9wZXJhdG9yAAAAEwAAAAAAAAAJd2FzbV9oYXNoAAAAAAAD7gAAACAAAAAA", "AAAAAAAAACJTY2hlbWEgdmVyc2lvbiBvZiB0aGUgc3RvcmVkIGRhdGEuAAAAAAAHdmVyc2lvbgAAAAAAAAAAAQAAAAQ=", "AAAAAAAAAQtSb2xlIGByZWdpc3RyYXJgLiBXcml0ZXMgd2hhdCBzdGFuZHMgYmVoaW5kIGBuYW1lYCBhbmQgbWFrZXMgaXQgYWN0aXZlLiBgdmVyc2lvbmA6IHNjaGVtYSB2ZXJzaW9uIG9mIGl0cyBkYXRhLgpgZXhwZWN0ZWRgOiB0aGUgcmVjb3JkJ3MgcmV2aXNpb24sIDAgZm9yIGEgbmV3IG5hbWUuIFJlcGVhdGluZyBpdCBjaGFuZ2VzIG5vdGhpbmcgYW5kIHN1Y2NlZWRzLiBBbm90aGVyIGNvZGUgaGFzCm5vIGludGVyZmFjZSB2ZXJzaW9uIHVudGlsIGBzZXRfaW50ZXJmYWNlYC4AAAAACHJlZ2lzdGVyAAAABgAAAAAAAAAIb3BlcmF0b3IAAAATAAAAAAAAAARuYW1lAAAAEQAAAAAAAAAHYWRkcmVzcwAAAAATAAAAAAAAAAl3YXNtX2hhc2gAAAAAAAPuAAAAIAAAAAAAAAAHdmVyc2lvbgAAAAAEAAAAAAAAAAhleHBlY3RlZAAAAAQAAAAA", "AAAAAAAAADRMYXN0IHJlY29yZGVkIG1pZ3JhdGlvbiBvZiBjb250cmFjdCBgbmFtZWA7IDA6IG5vbmUuAAAACW1pZ3JhdGlvbgAAAAAAAAEAAAAAAAAABG5hbWUAAAARAAAAAQAAAAQ=", "AAAAAAAAABFSb2xlIGByZWdpc3RyYXJgLgAAAAAAAAlzZXRfcGFyYW0AAAAAAAADAAAAAAAAAAhvcGVyYXRvcgAAABMAAAAAAAAAA2tleQAAAAARAAAAAAAAAAV2YWx1ZQAAAAAAAAsAAAAA", "AAAAAAAAADRSb2xlIGByZWdpc3RyYXJgLiBgZXhwZWN0ZWRgOiB0aGUgcmVjb3JkJ3MgcmV2aXNpb24uAAAACnNldF9zdGF0dXMAAAAAAAQAAAAAAAAACG9wZXJhdG9yAAAAEwAAAAAAAAAEbmFtZQAAABEAAAAAAAAABnN0YXR1cwAAAAAH0AAAAAZTdGF0dXMAAAAAAAAAAAAIZXhwZWN0ZWQAAAAEAAAAAA==", "AAAAAAAAADJgYWRtaW5gOiB0aGUgYWRtaW4gY29udHJhY3QsIGFza2VkIGZvciBldmVyeSByb2xlLgAAAAAADV9fY29uc3RydWN0b3IAAAAAAAABAAAAAAAAAAVhZG1pbgAAAAAAABMAAAAA", "AAAAAAAAAIhSb2xlIGByZWdpc3RyYXJgLiBWZXJzaW9uIG9mIHRoZSByZWdpc3RlcmVkIGNvZGUncyBmdW5jdGlvbnMgYW5kIGV2ZW50cywgaXRzIGBiaW52ZXJgOyAxIHRvIDMyIGJ5dGVzLgpgZXhwZWN0ZWRgOiB0aGUgcmVjb3JkJ3MgcmV2aXNpb24uAAAADXNldF9pbnRlcmZhY2UAAAAAAAAEAAAAAAAAAAhvcGVyYXRvcgAAABMAAAAAAAAABG5hbWUAAAARAAAAAAAAAAlpbnRlcmZhY2UAAAAAAAAQAAAAAAAAAAhleHBlY3RlZAAAAAQAAAAA", "AAAAAAAAAI5Sb2xlIGB1cGdyYWRlcmAuIERyb3BzIGFuIGFkZHJlc3MgdGhhdCBubyByZWNvcmQgbmFtZXMgYW55IG1vcmUgZnJvbSB0aGUgc3lzdGVtIGFkZHJlc3NlczogZnJvbSB0aGVuIG9uIGl0IG1heSBiZQpmcm96ZW4gYW5kIGNsYXdlZCBiYWNrIGZyb20uAAAAAAAOZm9yZ2V0X2FkZHJlc3MAAAAAAAIAAAAAAAAACG9wZXJhdG9yAAAAEwAAAAAAAAAHYWRkcmVzcwAAAAATAAAAAA==", "AAAAAAAAAGVSb2xlIGByZWdpc3RyYXJgLiBOb3RlcyB0aGF0IG1pZ3JhdGlvbiBgdmVyc2lvbmAgb2YgY29udHJhY3QgYG5hbWVgIHJhbjogZWFjaCBvbmNlLCBpbiBvcmRlciwgZnJvbSAxLgAAAAAAABByZWNvcmRfbWlncmF0aW9uAAAAAwAAAAAAAAAIb3BlcmF0b3IAAAATAAAAAAAAAARuYW1lAAAAEQAAAAAAAAAHdmVyc2lvbgAAAAAEAAAAAA==", "AAAAAAAAAG1BZGRyZXNzZXMgdGhhdCBhcmUgbmV2ZXIgcGFpZCBhbmQgbmV2ZXIgY2xhd2VkIGJhY2s6IGFsbCByZWdpc3RlcmVkIG9uZXMsIHJlcGxhY2VkIG9uZXMgaW5jbHVkZWQsCmF0IG1vc3QgMzIuAAAAAAAAEHN5c3RlbV9hZGRyZXNzZXMAAAAAAAAAAQAAA+oAAAAT", "AAAAAQAAAAAAAAAAAAAABlJlY29yZAAAAAAABwAAAAAAAAAHYWRkcmVzcwAAAAATAAAAXVZlcnNpb24gb2YgdGhlIGNvZGUncyBmdW5jdGlvbnMgYW5kIGV2ZW50czogaXRzIGBiaW52ZXJgLiBWb2lkIHVudGlsIGl0IGlzIHNldCBmb3IgdGhpcyBjb2RlLgAAAAAAAAlpbnRlcmZhY2UAAAAAAAPoAAAAEAAAACdSaXNlcyBieSBvbmUgd2l0aCBldmVyeSBjaGFuZ2UsIGZyb20gMS4AAAAACHJldmlzaW9uAAAABAAAAAAAAAAGc3RhdHVzAAAAAAfQAAAABlN0YXR1cwAAAAAAGkxlZGdlciBvZiB0aGUgbGFzdCBjaGFuZ2UuAAAAAAAOdXBkYXRlZF9sZWRnZXIAAAAAAAQAAAAmU2NoZW1hIHZlcnNpb24gb2YgdGhlIGNvbnRyYWN0J3MgZGF0YS4AAAAAAAd2ZXJzaW9uAAAAAAQAAAAAAAAACXdhc21faGFzaAAAAAAAA+4AAAAg", "AAAAAwAAAAAAAAAAAAAABlN0YXR1cwAAAAAAAwAAAAdJbiB1c2UuAAAAAAZBY3RpdmUAAAAAAAAAAAA4QmVpbmcgcmVwbGFjZWQ6IHN0aWxsIGFuc3dlcnMsIGlzIG5vdCByZXNvbHZlZCBhbnkgbW9yZS4AAAAKRGVwcmVjYXRlZAAAAAAAAQAAAAtPdXQgb2YgdXNlLgAAAAAHUmV0aXJlZAAAAAAC", "AAAABQAAADZTdG9yZWQgZGF0YSBub3cgaGFzIHRoZSBsYXlvdXQgb2YgdGhpcyBzY2hlbWEgdmVyc2lvbi4AAAAAAAAAAAAITWlncmF0ZWQAAAABAAAACG1pZ3JhdGVkAAAAAQAAAAAAAAAHdmVyc2lvbgAAAAAEAAAAAAAAAAI=", "AAAABQAAACpFdmVudCBlbWl0dGVkIHdoZW4gdGhlIGNvbnRyYWN0IGlzIHBhdXNlZC4AAAAAAAAAAAAGUGF1c2VkAAAAAAABAAAABnBhdXNlZAAAAAAAAAAAAAI=", "AAAABQAAACxFdmVudCBlbWl0dGVkIHdoZW4gdGhlIGNvbnRyYWN0IGlzIHVucGF1c2VkLgAAAAAAAAAIVW5wYXVzZWQAAAABAAAACHVucGF1c2VkAAAAAAAAAAI="]), options);
        this.options = options;
    }
    static deploy(args, options) {
        return ContractClient.deploy(args, options);
    }
    fromJson = {
        get: (this.txFromJson), list: (this.txFromJson), param: (this.txFromJson), pause: (this.txFromJson), paused: (this.txFromJson), history: (this.txFromJson), migrate: (this.txFromJson), resolve: (this.txFromJson), unpause: (this.txFromJson), upgrade: (this.txFromJson), version: (this.txFromJson), register: (this.txFromJson), migration: (this.txFromJson), set_param: (this.txFromJson), set_status: (this.txFromJson), set_interface: (this.txFromJson), forget_address: (this.txFromJson), record_migration: (this.txFromJson), system_addresses: (this.txFromJson)
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
     * Build a topics filter row for the "ParamSet" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    paramSetEventFilter(topicValues) {
        return this.spec.eventTopicFilter("ParamSet", topicValues);
    }
    /**
     * Build a topics filter row for the "StatusSet" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    statusSetEventFilter(topicValues) {
        return this.spec.eventTopicFilter("StatusSet", topicValues);
    }
    /**
     * Build a topics filter row for the "Registered" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    registeredEventFilter(topicValues) {
        return this.spec.eventTopicFilter("Registered", topicValues);
    }
    /**
     * Build a topics filter row for the "InterfaceSet" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    interfaceSetEventFilter(topicValues) {
        return this.spec.eventTopicFilter("InterfaceSet", topicValues);
    }
    /**
     * Build a topics filter row for the "AddressForgotten" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    addressForgottenEventFilter(topicValues) {
        return this.spec.eventTopicFilter("AddressForgotten", topicValues);
    }
    /**
     * Build a topics filter row for the "MigrationRecorded" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    migrationRecordedEventFilter(topicValues) {
        return this.spec.eventTopicFilter("MigrationRecorded", topicValues);
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
