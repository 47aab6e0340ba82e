import { Spec, Client as ContractClient } from '@stellar/stellar-sdk/contract';
export class Client extends ContractClient {
    options;
    constructor(options) {
        super(new Spec(["AAAABAAAAAAAAAAAAAAAClRva2VuRXJyb3IAAAAAAAwAAAAhVGhlIGNhbGxlciBkb2Vzbid0IGhvbGQgdGhlIHJvbGUuAAAAAAAADFVuYXV0aG9yaXplZAAALuAAAAAsVGhpcyBjb250cmFjdCBvciB0aGUgd2hvbGUgc3lzdGVtIGlzIHBhdXNlZC4AAAAGUGF1c2VkAAAAAC7hAAAAMFRoZSBzdG9yZWQgZGF0YSBhbHJlYWR5IGhhcyB0aGlzIHNjaGVtYSB2ZXJzaW9uLgAAAA9BbHJlYWR5TWlncmF0ZWQAAAAu4gAAAE5BbW91bnRzIGFyZSBhYm92ZSAwLCBjYXBzIGFuZCBxdW90YXMgYXQgbGVhc3QgMCwgYWxsIGF0IG1vc3QgMl42MyAtIDEgc3Ryb29wcy4AAAAAAA1JbnZhbGlkQW1vdW50AAAAAAAu4wAAAC1UaGUgc3VwcGx5IGNhcCBsZWF2ZXMgbm8gcm9vbSBmb3IgdGhlIGFtb3VudC4AAAAAAAALQ2FwRXhjZWVkZWQAAAAu5AAAAEJUaGUgbWludGVyJ3MgcXVvdGEgb2YgdGhlIGxhc3QgMjQgaCBsZWF2ZXMgbm8gcm9vbSBmb3IgdGhlIGFtb3VudC4AAAAAAA1RdW90YUV4Y2VlZGVkAAAAAAAu5QAAAG9BIGNvbnRyYWN0IG9mIHRoZSBzeXN0ZW0gY2FuJ3QgYmUgbWludGVkIHRvLCBmcm96ZW4gb3IgY2xhd2VkIGJhY2sgZnJvbTsgdGhlIGFzc2V0IGNvbnRyYWN0IGNhbid0IGJlIG1pbnRlZCB0by4AAAAADVN5c3RlbUFkZHJlc3MAAAAAAC7mAAAAO1RoZSBob2xkZXIgaGFzIG5vIHRydXN0bGluZSwgb3IgdGhlIGFjY291bnQgZG9lcyBub3QgZXhpc3QuAAAAAAtOb1RydXN0bGluZQAAAC7nAAAAOVRoZSBob2xkZXIncyB0cnVzdGxpbmUgaXMgZnJvemVuIG9yIHdhcyBuZXZlciBhdXRob3Jpc2VkLgAAAAAAAA1Ob3RBdXRob3JpemVkAAAAAAAu6AAAAJFNaW50aW5nOiB0aGUgaG9sZGVyJ3MgdHJ1c3RsaW5lIGxpbWl0IGxlYXZlcyBubyByb29tLiBDbGF3YmFjazogdGhlIGhvbGRlciBoYXMgbGVzcywgb3IgaXRzIGJhbGFuY2UKd2FzIG9wZW5lZCBiZWZvcmUgdGhlIGlzc3VlcidzIGNsYXdiYWNrIGZsYWcuAAAAAAAAEUJhbGFuY2VPdXRPZlJhbmdlAAAAAAAu6QAAAHtUaGUgYXNzZXQgY29udHJhY3QgcmVmdXNlZDogdGhpcyBjb250cmFjdCBpcyBub3QgaXRzIGFkbWluLCB0aGUgaXNzdWVyJ3MgZmxhZ3MgZG9uJ3QgYWxsb3cgaXQsIG9yIHRoZQpob2xkZXIgaXMgdGhlIGlzc3Vlci4AAAAADEFzc2V0UmVmdXNlZAAALuoAAACxVGhlIG5ldyBjb2RlIGlzbid0IGR1ZTogaXQgd2Fzbid0IGFubm91bmNlZCwgb3Igc3RpbGwgd2FpdHMsIG9yIHdhaXRlZCB0b28gbG9uZy4gQW5ub3VuY2UgaXQgd2l0aApgYWRtaW4uYW5ub3VuY2VfdXBncmFkZWAsIHRoZW4gd2FpdCBmb3IgdGhlIGBldGFgIG9mIGBhZG1pbi5hbm5vdW5jZWRfdXBncmFkZWAuAAAAAAAADVVwZ3JhZGVOb3REdWUAAAAAAC7v", "AAAABQAAAAAAAAAAAAAABE1pbnQAAAABAAAABG1pbnQAAAADAAAAAAAAAAJ0bwAAAAAAEwAAAAEAAAAAAAAABm1pbnRlcgAAAAAAEwAAAAAAAAAIU3Ryb29wcy4AAAAGYW1vdW50AAAAAAALAAAAAAAAAAI=", "AAAABQAAAAAAAAAAAAAABkZyZWV6ZQAAAAAAAQAAAAZmcmVlemUAAAAAAAIAAAAAAAAAB2FjY291bnQAAAAAEwAAAAEAAAAAAAAACG9wZXJhdG9yAAAAEwAAAAAAAAAC", "AAAABQAAAAAAAAAAAAAACENsYXdiYWNrAAAAAQAAAAhjbGF3YmFjawAAAAMAAAAAAAAABGZyb20AAAATAAAAAQAAAAAAAAAIb3BlcmF0b3IAAAATAAAAAAAAAAhTdHJvb3BzLgAAAAZhbW91bnQAAAAAAAsAAAAAAAAAAg==", "AAAABQAAAAAAAAAAAAAACFF1b3RhU2V0AAAAAQAAAAlxdW90YV9zZXQAAAAAAAADAAAAAAAAAAZtaW50ZXIAAAAAABMAAAABAAAAGVN0cm9vcHMgcGVyIHJvbGxpbmcgMjQgaC4AAAAAAAAFZGFpbHkAAAAAAAALAAAAAAAAAAAAAAAIb3BlcmF0b3IAAAATAAAAAAAAAAI=", "AAAABQAAAAAAAAAAAAAACFVuZnJlZXplAAAAAQAAAAh1bmZyZWV6ZQAAAAIAAAAAAAAAB2FjY291bnQAAAAAEwAAAAEAAAAAAAAACG9wZXJhdG9yAAAAEwAAAAAAAAAC", "AAAAAQAAAAAAAAAAAAAABVF1b3RhAAAAAAAAAwAAABlTdHJvb3BzIHBlciByb2xsaW5nIDI0IGguAAAAAAAABWRhaWx5AAAAAAAACwAAABFTdHJvb3BzIGxlZnQgbm93LgAAAAAAAAlyZW1haW5pbmcAAAAAAAALAAAAIFN0cm9vcHMgbWludGVkIGluIHRoZSBsYXN0IDI0IGguAAAABHVzZWQAAAAL", "AAAAAAAAABxNb3N0IHN0cm9vcHMgdGhhdCBtYXkgZXhpc3QuAAAAA2NhcAAAAAAAAAAAAQAAAAs=", "AAAAAAAAANNNaW50cyBgYW1vdW50YCBzdHJvb3BzIHRvIGB0b2AsIHdpdGhpbiB0aGUgbWludGVyJ3MgcXVvdGEgYW5kIHRoZSBjYXAuIFJvbGUgYG1pbnRlcmAuIE5ldmVyIHRvIGEgY29udHJhY3Qgb2YgdGhlCnN5c3RlbSwgd2hpY2ggY291bGQgbm90IGFjY291bnQgZm9yIHRoZW0sIG5vciB0byB0aGUgYXNzZXQgY29udHJhY3QsIHdoZXJlIHRoZXkgd291bGQgYmUgbm9ib2R5J3MuAAAAAARtaW50AAAAAwAAAAAAAAAGbWludGVyAAAAAAATAAAAAAAAAAJ0bwAAAAAAEwAAAAAAAAAGYW1vdW50AAAAAAALAAAAAA==", "AAAAAAAAACJUaGUgcmV3YXJkIGFzc2V0J3MgY29udHJhY3QgKFNBQykuAAAAAAAFYXNzZXQAAAAAAAAAAAAAAQAAABM=", "AAAAAAAAACNTdG9wcyB0aGlzIGNvbnRyYWN0LiBSb2xlIGBwYXVzZXJgLgAAAAAFcGF1c2UAAAAAAAABAAAAAAAAAAhndWFyZGlhbgAAABMAAAAA", "AAAAAAAAAAAAAAAFcXVvdGEAAAAAAAABAAAAAAAAAAZtaW50ZXIAAAAAABMAAAABAAAH0AAAAAVRdW90YQAAAA==", "AAAAAAAAAVhGcmVlemVzIGFuIGFjY291bnQncyBiYWxhbmNlLCBhbmQgd2hhdCB0aGUgc3lzdGVtJ3MgY29udHJhY3RzIGhvbGQgZm9yIGl0LCB1bnRpbCBgdW5mcmVlemVgLiBJdCBzdGF5cyBmcm96ZW4gaWYgaXQgY2xvc2VzCml0cyB0cnVzdGxpbmUsIGFuZCBjYW4gYmUgZnJvemVuIHdpdGhvdXQgb25lOyByZXBlYXQgdGhlIGNhbGwgdG8gZnJlZXplIGEgbGluZSB0aGF0IGl0IG9wZW5zIGxhdGVyLiBSb2xlIGBmcmVlemVyYC4gV29ya3MKd2hpbGUgcGF1c2VkOiBhIHRoaWVmIGRvZXNuJ3Qgd2FpdC4gTmV2ZXIgYSBjb250cmFjdCBvZiB0aGUgc3lzdGVtOiB3aGF0IGl0IGhvbGRzIGJlbG9uZ3MgdG8gb3RoZXJzLgAAAAZmcmVlemUAAAAAAAIAAAAAAAAACG9wZXJhdG9yAAAAEwAAAAAAAAAHYWNjb3VudAAAAAATAAAAAA==", "AAAAAAAAACFTdHJvb3BzIG1pbnRlZCBtaW51cyBjbGF3ZWQgYmFjay4AAAAAAAAGbWludGVkAAAAAAAAAAAAAQAAAAs=", "AAAAAAAAAFFUcnVlIHdoaWxlIHRoaXMgY29udHJhY3QgaXRzZWxmIGlzIHN0b3BwZWQ7IGBzdGF0ZWAga25vd3MgYWJvdXQgdGhlIHdob2xlIHN5c3RlbS4AAAAAAAAGcGF1c2VkAAAAAAAAAAAAAQAAAAE=", "AAAAAAAAAExCcmluZ3MgdGhlIHN0b3JlZCBkYXRhIHRvIHRoaXMgY29kZSdzIHNjaGVtYSB2ZXJzaW9uLCBvbmNlLiBSb2xlIGB1cGdyYWRlcmAuAAAAB21pZ3JhdGUAAAAAAQAAAAAAAAAIb3BlcmF0b3IAAAATAAAAAA==", "AAAAAAAAAC9FbmRzIHRoaXMgY29udHJhY3QncyBvd24gc3RvcC4gUm9sZSBgdW5wYXVzZXJgLgAAAAAHdW5wYXVzZQAAAAABAAAAAAAAAAhvcGVyYXRvcgAAABMAAAAA", "AAAAAAAAAJ5SZXBsYWNlcyB0aGUgY29kZSBieSBhbm5vdW5jZWQgY29kZSAoYGFkbWluLmFubm91bmNlX3VwZ3JhZGVgKS4gUm9sZSBgdXBncmFkZXJgLiBUaGUgbmV3IGNvZGUncyBgbWlncmF0ZWAgcnVucyBuZXh0LgpXb3JrcyB3aGlsZSBwYXVzZWQ6IGl0IG1heSBiZSB0aGUgcmVtZWR5LgAAAAAAB3VwZ3JhZGUAAAAAAgAAAAAAAAANbmV3X3dhc21faGFzaAAAAAAAA+4AAAAgAAAAAAAAAAhvcGVyYXRvcgAAABMAAAAA", "AAAAAAAAACJTY2hlbWEgdmVyc2lvbiBvZiB0aGUgc3RvcmVkIGRhdGEuAAAAAAAHdmVyc2lvbgAAAAAAAAAAAQAAAAQ=", "AAAAAAAAAINCdXJucyBgYW1vdW50YCBzdHJvb3BzIG9mIHdoYXQgYGZyb21gIGhvbGRzLiBSb2xlIGBjbGF3YmFja2AuIE5ldmVyIGZyb20gYSBjb250cmFjdCBvZiB0aGUgc3lzdGVtOiB3aGF0IGl0IGhvbGRzCmJlbG9uZ3MgdG8gb3RoZXJzLgAAAAAIY2xhd2JhY2sAAAADAAAAAAAAAAhvcGVyYXRvcgAAABMAAAAAAAAABGZyb20AAAATAAAAAAAAAAZhbW91bnQAAAAAAAsAAAAA", "AAAAAAAAAC5FbmRzIHRoZSBmcmVlemUgb2YgYW4gYWNjb3VudC4gUm9sZSBgZnJlZXplcmAuAAAAAAAIdW5mcmVlemUAAAACAAAAAAAAAAhvcGVyYXRvcgAAABMAAAAAAAAAB2FjY291bnQAAAAAEwAAAAA=", "AAAAAAAAAGBUcnVlIGlmIHRoZSBhY2NvdW50IHdhcyBmcm96ZW4sIG9yIGl0cyB0cnVzdGxpbmUgaXM6IHRoZSBzeXN0ZW0ncyBjb250cmFjdHMgdGhlbiBwYXkgaXQgbm90aGluZy4AAAAJaXNfZnJvemVuAAAAAAAAAQAAAAAAAAAHYWNjb3VudAAAAAATAAAAAQAAAAE=", "AAAAAAAAAGxTZXRzIGhvdyBtYW55IHN0cm9vcHMgYG1pbnRlcmAgbWF5IG1pbnQgcGVyIHJvbGxpbmcgMjQgaCwgYXQgb25jZS4gUm9sZSBgbGltaXRlcmAuIEEgY3V0IHdvcmtzIHdoaWxlIHBhdXNlZC4AAAAJc2V0X3F1b3RhAAAAAAAAAwAAAAAAAAAIb3BlcmF0b3IAAAATAAAAAAAAAAZtaW50ZXIAAAAAABMAAAAAAAAABWRhaWx5AAAAAAAACwAAAAA=", "AAAAAAAAAJlgYWRtaW5gLCBgc3RhdGVgOiB0aG9zZSBjb250cmFjdHMuIGBhc3NldGA6IHRoZSByZXdhcmQgYXNzZXQncyBjb250cmFjdCAoU0FDKSwgd2hvc2UgYWRtaW4gdGhpcyBjb250cmFjdCBtdXN0CmJlY29tZS4gYGNhcGA6IG1vc3Qgc3Ryb29wcyB0aGF0IG1heSBleGlzdC4AAAAAAAANX19jb25zdHJ1Y3RvcgAAAAAAAAQAAAAAAAAABWFkbWluAAAAAAAAEwAAAAAAAAAFc3RhdGUAAAAAAAATAAAAAAAAAAVhc3NldAAAAAAAABMAAAAAAAAAA2NhcAAAAAALAAAAAA==", "AAAABQAAAD9UaGlzIGNvbnRyYWN0IGlzIHN0b3BwZWQsIG9yIHRoZSB3aG9sZSBzeXN0ZW0gaWYgaXQgaXMgYHN0YXRlYC4AAAAAAAAAAAZQYXVzZWQAAAAAAAEAAAAGcGF1c2VkAAAAAAABAAAAAAAAAAhvcGVyYXRvcgAAABMAAAAAAAAAAg==", "AAAABQAAADZTdG9yZWQgZGF0YSBub3cgaGFzIHRoZSBsYXlvdXQgb2YgdGhpcyBzY2hlbWEgdmVyc2lvbi4AAAAAAAAAAAAITWlncmF0ZWQAAAABAAAACG1pZ3JhdGVkAAAAAgAAAAAAAAAHdmVyc2lvbgAAAAAEAAAAAAAAAAAAAAAIb3BlcmF0b3IAAAATAAAAAAAAAAI=", "AAAABQAAAD9UaGlzIGNvbnRyYWN0IHJ1bnMgYWdhaW4sIG9yIHRoZSB3aG9sZSBzeXN0ZW0gaWYgaXQgaXMgYHN0YXRlYC4AAAAAAAAAAAhVbnBhdXNlZAAAAAEAAAAIdW5wYXVzZWQAAAABAAAAAAAAAAhvcGVyYXRvcgAAABMAAAAAAAAAAg=="]), options);
        this.options = options;
    }
    static deploy(args, options) {
        return ContractClient.deploy(args, options);
    }
    fromJson = {
        cap: (this.txFromJson), mint: (this.txFromJson), asset: (this.txFromJson), pause: (this.txFromJson), quota: (this.txFromJson), freeze: (this.txFromJson), minted: (this.txFromJson), paused: (this.txFromJson), migrate: (this.txFromJson), unpause: (this.txFromJson), upgrade: (this.txFromJson), version: (this.txFromJson), clawback: (this.txFromJson), unfreeze: (this.txFromJson), is_frozen: (this.txFromJson), set_quota: (this.txFromJson)
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
     * Build a topics filter row for the "Mint" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    mintEventFilter(topicValues) {
        return this.spec.eventTopicFilter("Mint", topicValues);
    }
    /**
     * Build a topics filter row for the "Freeze" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    freezeEventFilter(topicValues) {
        return this.spec.eventTopicFilter("Freeze", topicValues);
    }
    /**
     * Build a topics filter row for the "Clawback" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    clawbackEventFilter(topicValues) {
        return this.spec.eventTopicFilter("Clawback", topicValues);
    }
    /**
     * Build a topics filter row for the "QuotaSet" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    quotaSetEventFilter(topicValues) {
        return this.spec.eventTopicFilter("QuotaSet", topicValues);
    }
    /**
     * Build a topics filter row for the "Unfreeze" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    unfreezeEventFilter(topicValues) {
        return this.spec.eventTopicFilter("Unfreeze", topicValues);
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
