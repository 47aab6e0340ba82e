import { Spec, Client as ContractClient } from '@stellar/stellar-sdk/contract';
export class Client extends ContractClient {
    options;
    constructor(options) {
        super(new Spec(["AAAABAAAAAAAAAAAAAAAClN0YXRlRXJyb3IAAAAAAAsAAAAhVGhlIGNhbGxlciBkb2Vzbid0IGhvbGQgdGhlIHJvbGUuAAAAAAAADFVuYXV0aG9yaXplZAAAKvgAAAAVVGhlIHN5c3RlbSBpcyBwYXVzZWQuAAAAAAAABlBhdXNlZAAAAAAq+QAAADBUaGUgc3RvcmVkIGRhdGEgYWxyZWFkeSBoYXMgdGhpcyBzY2hlbWEgdmVyc2lvbi4AAAAPQWxyZWFkeU1pZ3JhdGVkAAAAKvoAAAApTm8gY29udHJhY3QgaXMgcmVnaXN0ZXJlZCB1bmRlciB0aGUgbmFtZS4AAAAAAAAITm90Rm91bmQAACr8AAAASGBleHBlY3RlZGAgaXMgbm90IHRoZSByZWNvcmQncyByZXZpc2lvbjogcmVhZCBpdCBhZ2FpbiBhbmQgZGVjaWRlIGFnYWluLgAAABBSZXZpc2lvbk1pc21hdGNoAAAq/gAAAFBNb3JlIHRoYW4gMzIgbmFtZXMsIG9yIDMyIGFkZHJlc3NlcyAodW5yZWdpc3RlciBvciBmb3JnZXQgdGhvc2Ugbm8gbG9uZ2VyIHVzZWQpLgAAAAdUb29NYW55AAAAKv8AAAAtVGhlIGFkZHJlc3MgaXMgc3RpbGwgcmVnaXN0ZXJlZCB1bmRlciBhIG5hbWUuAAAAAAAADEFkZHJlc3NJblVzZQAAKwEAAAAZYGxpbWl0YCBtdXN0IGJlIDEgdG8gMTAwLgAAAAAAAAtJbnZhbGlkUGFnZQAAACsCAAAAJ0FuIGludGVyZmFjZSB2ZXJzaW9uIGhhcyAxIHRvIDMyIGJ5dGVzLgAAAAAQSW52YWxpZEludGVyZmFjZQAAKwMAAACxVGhlIG5ldyBjb2RlIGlzbid0IGR1ZTogaXQgd2Fzbid0IGFubm91bmNlZCwgb3Igc3RpbGwgd2FpdHMsIG9yIHdhaXRlZCB0b28gbG9uZy4gQW5ub3VuY2UgaXQgd2l0aApgYWRtaW4uYW5ub3VuY2VfdXBncmFkZWAsIHRoZW4gd2FpdCBmb3IgdGhlIGBldGFgIG9mIGBhZG1pbi5hbm5vdW5jZWRfdXBncmFkZWAuAAAAAAAADVVwZ3JhZGVOb3REdWUAAAAAACsEAAAALlRoZSBhZGRyZXNzIGlzIGFuIGFjY291bnQncywgbm90IGEgY29udHJhY3Qncy4AAAAAAAxOb3RBQ29udHJhY3QAACsF", "AAAABQAAAAAAAAAAAAAAClJlZ2lzdGVyZWQAAAAAAAEAAAAKcmVnaXN0ZXJlZAAAAAAABgAAAAAAAAAEbmFtZQAAABEAAAABAAAAAAAAAAdhZGRyZXNzAAAAABMAAAAAAAAAAAAAAAl3YXNtX2hhc2gAAAAAAAPuAAAAIAAAAAAAAAAAAAAAB3ZlcnNpb24AAAAABAAAAAAAAAAAAAAACHJldmlzaW9uAAAABAAAAAAAAAAAAAAACG9wZXJhdG9yAAAAEwAAAAAAAAAC", "AAAABQAAAAAAAAAAAAAADEludGVyZmFjZVNldAAAAAEAAAANaW50ZXJmYWNlX3NldAAAAAAAAAQAAAAAAAAABG5hbWUAAAARAAAAAQAAAAAAAAAJaW50ZXJmYWNlAAAAAAAAEAAAAAAAAAAAAAAACHJldmlzaW9uAAAABAAAAAAAAAAAAAAACG9wZXJhdG9yAAAAEwAAAAAAAAAC", "AAAABQAAAAAAAAAAAAAADFVucmVnaXN0ZXJlZAAAAAEAAAAMdW5yZWdpc3RlcmVkAAAAAwAAAAAAAAAEbmFtZQAAABEAAAABAAAAAAAAAAdhZGRyZXNzAAAAABMAAAAAAAAAAAAAAAhvcGVyYXRvcgAAABMAAAAAAAAAAg==", "AAAABQAAAAAAAAAAAAAAEEFkZHJlc3NGb3Jnb3R0ZW4AAAABAAAAEWFkZHJlc3NfZm9yZ290dGVuAAAAAAAAAgAAAAAAAAAHYWRkcmVzcwAAAAATAAAAAQAAAAAAAAAIb3BlcmF0b3IAAAATAAAAAAAAAAI=", "AAAAAAAAABVUaGUgcmVjb3JkIG9mIGEgbmFtZS4AAAAAAAADZ2V0AAAAAAEAAAAAAAAABG5hbWUAAAARAAAAAQAAA+gAAAfQAAAABlJlY29yZAAA", "AAAAAAAAAFhSZWNvcmRzIGF0IHBvc2l0aW9ucyBgc3RhcnQgLi4gc3RhcnQgKyBsaW1pdGAgKGxpbWl0IDEgdG8gMTAwKSBpbiBvcmRlciBvZiByZWdpc3RyYXRpb24uAAAABGxpc3QAAAACAAAAAAAAAAVzdGFydAAAAAAAAAQAAAAAAAAABWxpbWl0AAAAAAAABAAAAAEAAAPqAAAD7QAAAAIAAAARAAAH0AAAAAZSZWNvcmQAAA==", "AAAAAAAAACZTdG9wcyB0aGUgd2hvbGUgc3lzdGVtLiBSb2xlIGBwYXVzZXJgLgAAAAAABXBhdXNlAAAAAAAAAQAAAAAAAAAIZ3VhcmRpYW4AAAATAAAAAA==", "AAAAAAAAACdUcnVlIHdoaWxlIHRoZSB3aG9sZSBzeXN0ZW0gaXMgc3RvcHBlZC4AAAAABnBhdXNlZAAAAAAAAAAAAAEAAAAB", "AAAAAAAAAExCcmluZ3MgdGhlIHN0b3JlZCBkYXRhIHRvIHRoaXMgY29kZSdzIHNjaGVtYSB2ZXJzaW9uLCBvbmNlLiBSb2xlIGB1cGdyYWRlcmAuAAAAB21pZ3JhdGUAAAAAAQAAAAAAAAAIb3BlcmF0b3IAAAATAAAAAA==", "AAAAAAAAAEdUaGUgYWRkcmVzcyB0aGF0IGlzIHJlZ2lzdGVyZWQgdW5kZXIgYSBuYW1lOyBhbiBlcnJvciBpZiB0aGVyZSBpcyBub25lLgAAAAAHcmVzb2x2ZQAAAAABAAAAAAAAAARuYW1lAAAAEQAAAAEAAAAT", "AAAAAAAAADFMZXRzIHRoZSB3aG9sZSBzeXN0ZW0gcnVuIGFnYWluLiBSb2xlIGB1bnBhdXNlcmAuAAAAAAAAB3VucGF1c2UAAAAAAQAAAAAAAAAIb3BlcmF0b3IAAAATAAAAAA==", "AAAAAAAAAJ5SZXBsYWNlcyB0aGUgY29kZSBieSBhbm5vdW5jZWQgY29kZSAoYGFkbWluLmFubm91bmNlX3VwZ3JhZGVgKS4gUm9sZSBgdXBncmFkZXJgLiBUaGUgbmV3IGNvZGUncyBgbWlncmF0ZWAgcnVucyBuZXh0LgpXb3JrcyB3aGlsZSBwYXVzZWQ6IGl0IG1heSBiZSB0aGUgcmVtZWR5LgAAAAAAB3VwZ3JhZGUAAAAAAgAAAAAAAAANbmV3X3dhc21faGFzaAAAAAAAA+4AAAAgAAAAAAAAAAhvcGVyYXRvcgAAABMAAAAA", "AAAAAAAAACJTY2hlbWEgdmVyc2lvbiBvZiB0aGUgc3RvcmVkIGRhdGEuAAAAAAAHdmVyc2lvbgAAAAAAAAAAAQAAAAQ=", "AAAAAAAAARFSZWdpc3RlcnMgYSBjb250cmFjdCdzIGFkZHJlc3MgYW5kIGl0cyBjb2RlIHVuZGVyIGBuYW1lYC4gUm9sZSBgcmVnaXN0cmFyYC4gYHZlcnNpb25gOiBzY2hlbWEgdmVyc2lvbiBvZiBpdHMgZGF0YS4KYGV4cGVjdGVkYDogdGhlIHJlY29yZCdzIHJldmlzaW9uLCAwIGZvciBhIG5ldyBuYW1lLiBSZXBlYXRpbmcgdGhlIGNhbGwgY2hhbmdlcyBub3RoaW5nIGFuZCBzdWNjZWVkcy4gTmV3IGNvZGUgaGFzCm5vIGludGVyZmFjZSB2ZXJzaW9uIHVudGlsIGBzZXRfaW50ZXJmYWNlYC4AAAAAAAAIcmVnaXN0ZXIAAAAGAAAAAAAAAAhvcGVyYXRvcgAAABMAAAAAAAAABG5hbWUAAAARAAAAAAAAAAdhZGRyZXNzAAAAABMAAAAAAAAACXdhc21faGFzaAAAAAAAA+4AAAAgAAAAAAAAAAd2ZXJzaW9uAAAAAAQAAAAAAAAACGV4cGVjdGVkAAAABAAAAAA=", "AAAAAAAAAGZSZW1vdmVzIGEgbmFtZSwgYW5kIGl0cyBhZGRyZXNzIGZyb20gdGhlIHN5c3RlbSBhZGRyZXNzZXMgdW5sZXNzIGFub3RoZXIgbmFtZSBoYXMgaXQuIFJvbGUgYHVwZ3JhZGVyYC4AAAAAAAp1bnJlZ2lzdGVyAAAAAAACAAAAAAAAAAhvcGVyYXRvcgAAABMAAAAAAAAABG5hbWUAAAARAAAAAA==", "AAAAAAAAADJgYWRtaW5gOiB0aGUgYWRtaW4gY29udHJhY3QsIGFza2VkIGZvciBldmVyeSByb2xlLgAAAAAADV9fY29uc3RydWN0b3IAAAAAAAABAAAAAAAAAAVhZG1pbgAAAAAAABMAAAAA", "AAAAAAAAAKZTZXRzIHRoZSBpbnRlcmZhY2UgdmVyc2lvbiBvZiB0aGUgcmVnaXN0ZXJlZCBjb2RlOiB0aGF0IG9mIGl0cyBmdW5jdGlvbnMgYW5kIGV2ZW50cywgaXRzIGBiaW52ZXJgOyAxIHRvIDMyIGJ5dGVzLgpSb2xlIGByZWdpc3RyYXJgLiBgZXhwZWN0ZWRgOiB0aGUgcmVjb3JkJ3MgcmV2aXNpb24uAAAAAAANc2V0X2ludGVyZmFjZQAAAAAAAAQAAAAAAAAACG9wZXJhdG9yAAAAEwAAAAAAAAAEbmFtZQAAABEAAAAAAAAACWludGVyZmFjZQAAAAAAABAAAAAAAAAACGV4cGVjdGVkAAAABAAAAAA=", "AAAAAAAAAJBSZW1vdmVzIGFuIGFkZHJlc3MgdGhhdCBubyByZWNvcmQgbmFtZXMgYW55IG1vcmUgZnJvbSB0aGUgc3lzdGVtIGFkZHJlc3NlczogZnJvbSB0aGVuIG9uIGl0IG1heSBiZSBmcm96ZW4gYW5kCmNsYXdlZCBiYWNrIGZyb20uIFJvbGUgYHVwZ3JhZGVyYC4AAAAOZm9yZ2V0X2FkZHJlc3MAAAAAAAIAAAAAAAAACG9wZXJhdG9yAAAAEwAAAAAAAAAHYWRkcmVzcwAAAAATAAAAAA==", "AAAAAAAAAG1BZGRyZXNzZXMgdGhhdCBhcmUgbmV2ZXIgcGFpZCBhbmQgbmV2ZXIgY2xhd2VkIGJhY2s6IGFsbCByZWdpc3RlcmVkIG9uZXMsIHJlcGxhY2VkIG9uZXMgaW5jbHVkZWQsCmF0IG1vc3QgMzIuAAAAAAAAEHN5c3RlbV9hZGRyZXNzZXMAAAAAAAAAAQAAA+oAAAAT", "AAAAAQAAAAAAAAAAAAAABlJlY29yZAAAAAAABgAAAAAAAAAHYWRkcmVzcwAAAAATAAAAXVZlcnNpb24gb2YgdGhlIGNvZGUncyBmdW5jdGlvbnMgYW5kIGV2ZW50czogaXRzIGBiaW52ZXJgLiBWb2lkIHVudGlsIGl0IGlzIHNldCBmb3IgdGhpcyBjb2RlLgAAAAAAAAlpbnRlcmZhY2UAAAAAAAPoAAAAEAAAACdSaXNlcyBieSBvbmUgd2l0aCBldmVyeSBjaGFuZ2UsIGZyb20gMS4AAAAACHJldmlzaW9uAAAABAAAABpMZWRnZXIgb2YgdGhlIGxhc3QgY2hhbmdlLgAAAAAADnVwZGF0ZWRfbGVkZ2VyAAAAAAAEAAAAJlNjaGVtYSB2ZXJzaW9uIG9mIHRoZSBjb250cmFjdCdzIGRhdGEuAAAAAAAHdmVyc2lvbgAAAAAEAAAAAAAAAAl3YXNtX2hhc2gAAAAAAAPuAAAAIA==", "AAAABQAAAD9UaGlzIGNvbnRyYWN0IGlzIHN0b3BwZWQsIG9yIHRoZSB3aG9sZSBzeXN0ZW0gaWYgaXQgaXMgYHN0YXRlYC4AAAAAAAAAAAZQYXVzZWQAAAAAAAEAAAAGcGF1c2VkAAAAAAABAAAAAAAAAAhvcGVyYXRvcgAAABMAAAAAAAAAAg==", "AAAABQAAADZTdG9yZWQgZGF0YSBub3cgaGFzIHRoZSBsYXlvdXQgb2YgdGhpcyBzY2hlbWEgdmVyc2lvbi4AAAAAAAAAAAAITWlncmF0ZWQAAAABAAAACG1pZ3JhdGVkAAAAAgAAAAAAAAAHdmVyc2lvbgAAAAAEAAAAAAAAAAAAAAAIb3BlcmF0b3IAAAATAAAAAAAAAAI=", "AAAABQAAAD9UaGlzIGNvbnRyYWN0IHJ1bnMgYWdhaW4sIG9yIHRoZSB3aG9sZSBzeXN0ZW0gaWYgaXQgaXMgYHN0YXRlYC4AAAAAAAAAAAhVbnBhdXNlZAAAAAEAAAAIdW5wYXVzZWQAAAABAAAAAAAAAAhvcGVyYXRvcgAAABMAAAAAAAAAAg=="]), options);
        this.options = options;
    }
    static deploy(args, options) {
        return ContractClient.deploy(args, options);
    }
    fromJson = {
        get: (this.txFromJson), list: (this.txFromJson), pause: (this.txFromJson), paused: (this.txFromJson), migrate: (this.txFromJson), resolve: (this.txFromJson), unpause: (this.txFromJson), upgrade: (this.txFromJson), version: (this.txFromJson), register: (this.txFromJson), unregister: (this.txFromJson), set_interface: (this.txFromJson), forget_address: (this.txFromJson), system_addresses: (this.txFromJson)
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
     * Build a topics filter row for the "Unregistered" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    unregisteredEventFilter(topicValues) {
        return this.spec.eventTopicFilter("Unregistered", topicValues);
    }
    /**
     * Build a topics filter row for the "AddressForgotten" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    addressForgottenEventFilter(topicValues) {
        return this.spec.eventTopicFilter("AddressForgotten", topicValues);
    }
    /**
     * Build a topics filter row for the "Paused" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    pausedEventFilter() {
        return this.spec.eventTopicFilter("Paused");
    }
    /**
     * Build a topics filter row for the "Migrated" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    migratedEventFilter() {
        return this.spec.eventTopicFilter("Migrated");
    }
    /**
     * Build a topics filter row for the "Unpaused" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    unpausedEventFilter() {
        return this.spec.eventTopicFilter("Unpaused");
    }
}
