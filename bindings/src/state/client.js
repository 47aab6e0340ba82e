import { Spec, Client as ContractClient } from '@stellar/stellar-sdk/contract';
export class Client extends ContractClient {
    options;
    constructor(options) {
        super(new Spec(["AAAABAAAAAAAAAAAAAAAClN0YXRlRXJyb3IAAAAAAAsAAAAhVGhlIGNhbGxlciBkb2Vzbid0IGhvbGQgdGhlIHJvbGUuAAAAAAAADFVuYXV0aG9yaXplZAAAKvgAAAAVVGhlIHN5c3RlbSBpcyBwYXVzZWQuAAAAAAAABlBhdXNlZAAAAAAq+QAAADBUaGUgc3RvcmVkIGRhdGEgYWxyZWFkeSBoYXMgdGhpcyBzY2hlbWEgdmVyc2lvbi4AAAAPQWxyZWFkeU1pZ3JhdGVkAAAAKvoAAAApTm8gY29udHJhY3QgaXMgcmVnaXN0ZXJlZCB1bmRlciB0aGUgbmFtZS4AAAAAAAAITm90Rm91bmQAACr8AAAAK1RoZSBjb250cmFjdCBpcyByZWdpc3RlcmVkLCBidXQgbm90IGFjdGl2ZS4AAAAACU5vdEFjdGl2ZQAAAAAAKv0AAABIYGV4cGVjdGVkYCBpcyBub3QgdGhlIHJlY29yZCdzIHJldmlzaW9uOiByZWFkIGl0IGFnYWluIGFuZCBkZWNpZGUgYWdhaW4uAAAAEFJldmlzaW9uTWlzbWF0Y2gAACr+AAAAQk1vcmUgdGhhbiAzMiBuYW1lcywgb3IgMzIgYWRkcmVzc2VzIChmb3JnZXQgdGhvc2Ugbm8gbG9uZ2VyIHVzZWQpLgAAAAAAB1Rvb01hbnkAAAAq/wAAAEpOb3QgdGhlIG5leHQgbWlncmF0aW9uIG9mIHRoaXMgY29udHJhY3Q6IGVhY2ggcnVucyBvbmNlLCBpbiBvcmRlciwgZnJvbSAxLgAAAAAAE01pZ3JhdGlvbk91dE9mT3JkZXIAAAArAAAAAC1UaGUgYWRkcmVzcyBpcyBzdGlsbCByZWdpc3RlcmVkIHVuZGVyIGEgbmFtZS4AAAAAAAAMQWRkcmVzc0luVXNlAAArAQAAABlgbGltaXRgIG11c3QgYmUgMSB0byAxMDAuAAAAAAAAC0ludmFsaWRQYWdlAAAAKwIAAAAnQW4gaW50ZXJmYWNlIHZlcnNpb24gaGFzIDEgdG8gMzIgYnl0ZXMuAAAAABBJbnZhbGlkSW50ZXJmYWNlAAArAw==", "AAAABQAAAAAAAAAAAAAACFBhcmFtU2V0AAAAAQAAAAlwYXJhbV9zZXQAAAAAAAACAAAAAAAAAANrZXkAAAAAEQAAAAEAAAAAAAAABXZhbHVlAAAAAAAACwAAAAAAAAAC", "AAAABQAAAAAAAAAAAAAACVN0YXR1c1NldAAAAAAAAAEAAAAKc3RhdHVzX3NldAAAAAAAAwAAAAAAAAAEbmFtZQAAABEAAAABAAAAAAAAAAZzdGF0dXMAAAAAB9AAAAAGU3RhdHVzAAAAAAAAAAAAAAAAAAhyZXZpc2lvbgAAAAQAAAAAAAAAAg==", "AAAABQAAAAAAAAAAAAAAClJlZ2lzdGVyZWQAAAAAAAEAAAAKcmVnaXN0ZXJlZAAAAAAABQAAAAAAAAAEbmFtZQAAABEAAAABAAAAAAAAAAdhZGRyZXNzAAAAABMAAAAAAAAAAAAAAAl3YXNtX2hhc2gAAAAAAAPuAAAAIAAAAAAAAAAAAAAAB3ZlcnNpb24AAAAABAAAAAAAAAAAAAAACHJldmlzaW9uAAAABAAAAAAAAAAC", "AAAABQAAAAAAAAAAAAAADEludGVyZmFjZVNldAAAAAEAAAANaW50ZXJmYWNlX3NldAAAAAAAAAMAAAAAAAAABG5hbWUAAAARAAAAAQAAAAAAAAAJaW50ZXJmYWNlAAAAAAAAEAAAAAAAAAAAAAAACHJldmlzaW9uAAAABAAAAAAAAAAC", "AAAABQAAAAAAAAAAAAAAEEFkZHJlc3NGb3Jnb3R0ZW4AAAABAAAAEWFkZHJlc3NfZm9yZ290dGVuAAAAAAAAAQAAAAAAAAAHYWRkcmVzcwAAAAATAAAAAQAAAAI=", "AAAABQAAAAAAAAAAAAAAEU1pZ3JhdGlvblJlY29yZGVkAAAAAAAAAQAAABJtaWdyYXRpb25fcmVjb3JkZWQAAAAAAAIAAAAAAAAABG5hbWUAAAARAAAAAQAAAAAAAAAHdmVyc2lvbgAAAAAEAAAAAAAAAAI=", "AAAAAAAAACBUaGUgcmVjb3JkLCB3aGF0ZXZlciBpdHMgc3RhdHVzLgAAAANnZXQAAAAAAQAAAAAAAAAEbmFtZQAAABEAAAABAAAD6AAAB9AAAAAGUmVjb3JkAAA=", "AAAAAAAAAFhSZWNvcmRzIGF0IHBvc2l0aW9ucyBgc3RhcnQgLi4gc3RhcnQgKyBsaW1pdGAgKGxpbWl0IDEgdG8gMTAwKSBpbiBvcmRlciBvZiByZWdpc3RyYXRpb24uAAAABGxpc3QAAAACAAAAAAAAAAVzdGFydAAAAAAAAAQAAAAAAAAABWxpbWl0AAAAAAAABAAAAAEAAAPqAAAD7QAAAAIAAAARAAAH0AAAAAZSZWNvcmQAAA==", "AAAAAAAAAAAAAAAFcGFyYW0AAAAAAAABAAAAAAAAAANrZXkAAAAAEQAAAAEAAAPoAAAACw==", "AAAAAAAAACZTdG9wcyB0aGUgd2hvbGUgc3lzdGVtLiBSb2xlIGBwYXVzZXJgLgAAAAAABXBhdXNlAAAAAAAAAQAAAAAAAAAIZ3VhcmRpYW4AAAATAAAAAA==", "AAAAAAAAACdUcnVlIHdoaWxlIHRoZSB3aG9sZSBzeXN0ZW0gaXMgc3RvcHBlZC4AAAAABnBhdXNlZAAAAAAAAAAAAAEAAAAB", "AAAAAAAAAHVUaGUgcmVjb3JkJ3MgZWFybGllciByZXZpc2lvbnMgYHN0YXJ0ICsgMSAuLj0gc3RhcnQgKyBsaW1pdGAgKGxpbWl0IDEgdG8gMTAwKSwgb2xkZXN0IGZpcnN0LCB3aXRob3V0IHRoZQpwcmVzZW50IG9uZS4AAAAAAAAHaGlzdG9yeQAAAAADAAAAAAAAAARuYW1lAAAAEQAAAAAAAAAFc3RhcnQAAAAAAAAEAAAAAAAAAAVsaW1pdAAAAAAAAAQAAAABAAAD6gAAB9AAAAAGUmVjb3JkAAA=", "AAAAAAAAAExCcmluZ3MgdGhlIHN0b3JlZCBkYXRhIHRvIHRoaXMgY29kZSdzIHNjaGVtYSB2ZXJzaW9uLCBvbmNlLiBSb2xlIGB1cGdyYWRlcmAuAAAAB21pZ3JhdGUAAAAAAQAAAAAAAAAIb3BlcmF0b3IAAAATAAAAAA==", "AAAAAAAAADZUaGUgYWRkcmVzcyBvZiBhbiBhY3RpdmUgY29udHJhY3Q7IGFuIGVycm9yIG90aGVyd2lzZS4AAAAAAAdyZXNvbHZlAAAAAAEAAAAAAAAABG5hbWUAAAARAAAAAQAAABM=", "AAAAAAAAADFMZXRzIHRoZSB3aG9sZSBzeXN0ZW0gcnVuIGFnYWluLiBSb2xlIGB1bnBhdXNlcmAuAAAAAAAAB3VucGF1c2UAAAAAAQAAAAAAAAAIb3BlcmF0b3IAAAATAAAAAA==", "AAAAAAAAAHFSZXBsYWNlcyB0aGUgY29kZS4gUm9sZSBgdXBncmFkZXJgLiBUaGUgbmV3IGNvZGUncyBgbWlncmF0ZWAgcnVucyBuZXh0LiBXb3JrcyB3aGlsZSBwYXVzZWQ6IGl0IG1heSBiZSB0aGUgcmVtZWR5LgAAAAAAAAd1cGdyYWRlAAAAAAIAAAAAAAAADW5ld193YXNtX2hhc2gAAAAAAAPuAAAAIAAAAAAAAAAIb3BlcmF0b3IAAAATAAAAAA==", "AAAAAAAAACJTY2hlbWEgdmVyc2lvbiBvZiB0aGUgc3RvcmVkIGRhdGEuAAAAAAAHdmVyc2lvbgAAAAAAAAAAAQAAAAQ=", "AAAAAAAAARtSZWdpc3RlcnMgYW4gYWRkcmVzcyBhbmQgaXRzIGNvZGUgdW5kZXIgYG5hbWVgIGFuZCBtYWtlcyBpdCBhY3RpdmUuIFJvbGUgYHJlZ2lzdHJhcmAuIGB2ZXJzaW9uYDogc2NoZW1hIHZlcnNpb24gb2YKaXRzIGRhdGEuIGBleHBlY3RlZGA6IHRoZSByZWNvcmQncyByZXZpc2lvbiwgMCBmb3IgYSBuZXcgbmFtZS4gUmVwZWF0aW5nIHRoZSBjYWxsIGNoYW5nZXMgbm90aGluZyBhbmQgc3VjY2VlZHMuIE5ldwpjb2RlIGhhcyBubyBpbnRlcmZhY2UgdmVyc2lvbiB1bnRpbCBgc2V0X2ludGVyZmFjZWAuAAAAAAhyZWdpc3RlcgAAAAYAAAAAAAAACG9wZXJhdG9yAAAAEwAAAAAAAAAEbmFtZQAAABEAAAAAAAAAB2FkZHJlc3MAAAAAEwAAAAAAAAAJd2FzbV9oYXNoAAAAAAAD7gAAACAAAAAAAAAAB3ZlcnNpb24AAAAABAAAAAAAAAAIZXhwZWN0ZWQAAAAEAAAAAA==", "AAAAAAAAADpUaGUgbGFzdCByZWNvcmRlZCBtaWdyYXRpb24gb2YgY29udHJhY3QgYG5hbWVgOyAwIGlmIG5vbmUuAAAAAAAJbWlncmF0aW9uAAAAAAAAAQAAAAAAAAAEbmFtZQAAABEAAAABAAAABA==", "AAAAAAAAACNTZXRzIGEgcGFyYW1ldGVyLiBSb2xlIGByZWdpc3RyYXJgLgAAAAAJc2V0X3BhcmFtAAAAAAAAAwAAAAAAAAAIb3BlcmF0b3IAAAATAAAAAAAAAANrZXkAAAAAEQAAAAAAAAAFdmFsdWUAAAAAAAALAAAAAA==", "AAAAAAAAAFFTZXRzIHRoZSBzdGF0dXMgb2YgYSByZWNvcmQuIFJvbGUgYHJlZ2lzdHJhcmAuIGBleHBlY3RlZGA6IHRoZSByZWNvcmQncyByZXZpc2lvbi4AAAAAAAAKc2V0X3N0YXR1cwAAAAAABAAAAAAAAAAIb3BlcmF0b3IAAAATAAAAAAAAAARuYW1lAAAAEQAAAAAAAAAGc3RhdHVzAAAAAAfQAAAABlN0YXR1cwAAAAAAAAAAAAhleHBlY3RlZAAAAAQAAAAA", "AAAAAAAAADJgYWRtaW5gOiB0aGUgYWRtaW4gY29udHJhY3QsIGFza2VkIGZvciBldmVyeSByb2xlLgAAAAAADV9fY29uc3RydWN0b3IAAAAAAAABAAAAAAAAAAVhZG1pbgAAAAAAABMAAAAA", "AAAAAAAAAKZTZXRzIHRoZSBpbnRlcmZhY2UgdmVyc2lvbiBvZiB0aGUgcmVnaXN0ZXJlZCBjb2RlOiB0aGF0IG9mIGl0cyBmdW5jdGlvbnMgYW5kIGV2ZW50cywgaXRzIGBiaW52ZXJgOyAxIHRvIDMyIGJ5dGVzLgpSb2xlIGByZWdpc3RyYXJgLiBgZXhwZWN0ZWRgOiB0aGUgcmVjb3JkJ3MgcmV2aXNpb24uAAAAAAANc2V0X2ludGVyZmFjZQAAAAAAAAQAAAAAAAAACG9wZXJhdG9yAAAAEwAAAAAAAAAEbmFtZQAAABEAAAAAAAAACWludGVyZmFjZQAAAAAAABAAAAAAAAAACGV4cGVjdGVkAAAABAAAAAA=", "AAAAAAAAAJBSZW1vdmVzIGFuIGFkZHJlc3MgdGhhdCBubyByZWNvcmQgbmFtZXMgYW55IG1vcmUgZnJvbSB0aGUgc3lzdGVtIGFkZHJlc3NlczogZnJvbSB0aGVuIG9uIGl0IG1heSBiZSBmcm96ZW4gYW5kCmNsYXdlZCBiYWNrIGZyb20uIFJvbGUgYHVwZ3JhZGVyYC4AAAAOZm9yZ2V0X2FkZHJlc3MAAAAAAAIAAAAAAAAACG9wZXJhdG9yAAAAEwAAAAAAAAAHYWRkcmVzcwAAAAATAAAAAA==", "AAAAAAAAAGdSZWNvcmRzIHRoYXQgbWlncmF0aW9uIGB2ZXJzaW9uYCBvZiBjb250cmFjdCBgbmFtZWAgcmFuOiBlYWNoIG9uY2UsIGluIG9yZGVyLCBmcm9tIDEuIFJvbGUgYHJlZ2lzdHJhcmAuAAAAABByZWNvcmRfbWlncmF0aW9uAAAAAwAAAAAAAAAIb3BlcmF0b3IAAAATAAAAAAAAAARuYW1lAAAAEQAAAAAAAAAHdmVyc2lvbgAAAAAEAAAAAA==", "AAAAAAAAAG1BZGRyZXNzZXMgdGhhdCBhcmUgbmV2ZXIgcGFpZCBhbmQgbmV2ZXIgY2xhd2VkIGJhY2s6IGFsbCByZWdpc3RlcmVkIG9uZXMsIHJlcGxhY2VkIG9uZXMgaW5jbHVkZWQsCmF0IG1vc3QgMzIuAAAAAAAAEHN5c3RlbV9hZGRyZXNzZXMAAAAAAAAAAQAAA+oAAAAT", "AAAAAQAAAAAAAAAAAAAABlJlY29yZAAAAAAABwAAAAAAAAAHYWRkcmVzcwAAAAATAAAAXVZlcnNpb24gb2YgdGhlIGNvZGUncyBmdW5jdGlvbnMgYW5kIGV2ZW50czogaXRzIGBiaW52ZXJgLiBWb2lkIHVudGlsIGl0IGlzIHNldCBmb3IgdGhpcyBjb2RlLgAAAAAAAAlpbnRlcmZhY2UAAAAAAAPoAAAAEAAAACdSaXNlcyBieSBvbmUgd2l0aCBldmVyeSBjaGFuZ2UsIGZyb20gMS4AAAAACHJldmlzaW9uAAAABAAAAAAAAAAGc3RhdHVzAAAAAAfQAAAABlN0YXR1cwAAAAAAGkxlZGdlciBvZiB0aGUgbGFzdCBjaGFuZ2UuAAAAAAAOdXBkYXRlZF9sZWRnZXIAAAAAAAQAAAAmU2NoZW1hIHZlcnNpb24gb2YgdGhlIGNvbnRyYWN0J3MgZGF0YS4AAAAAAAd2ZXJzaW9uAAAAAAQAAAAAAAAACXdhc21faGFzaAAAAAAAA+4AAAAg", "AAAAAwAAAAAAAAAAAAAABlN0YXR1cwAAAAAAAwAAAAdJbiB1c2UuAAAAAAZBY3RpdmUAAAAAAAAAAAA7QmVpbmcgcmVwbGFjZWQ6IGl0IHN0aWxsIHdvcmtzLCBidXQgYHJlc29sdmVgIGZhaWxzIGZvciBpdC4AAAAACkRlcHJlY2F0ZWQAAAAAAAEAAAALT3V0IG9mIHVzZS4AAAAAB1JldGlyZWQAAAAAAg==", "AAAABQAAADZTdG9yZWQgZGF0YSBub3cgaGFzIHRoZSBsYXlvdXQgb2YgdGhpcyBzY2hlbWEgdmVyc2lvbi4AAAAAAAAAAAAITWlncmF0ZWQAAAABAAAACG1pZ3JhdGVkAAAAAQAAAAAAAAAHdmVyc2lvbgAAAAAEAAAAAAAAAAI=", "AAAABQAAACpFdmVudCBlbWl0dGVkIHdoZW4gdGhlIGNvbnRyYWN0IGlzIHBhdXNlZC4AAAAAAAAAAAAGUGF1c2VkAAAAAAABAAAABnBhdXNlZAAAAAAAAAAAAAI=", "AAAABQAAACxFdmVudCBlbWl0dGVkIHdoZW4gdGhlIGNvbnRyYWN0IGlzIHVucGF1c2VkLgAAAAAAAAAIVW5wYXVzZWQAAAABAAAACHVucGF1c2VkAAAAAAAAAAI="]), options);
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
