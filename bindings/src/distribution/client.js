import { Spec, Client as ContractClient } from '@stellar/stellar-sdk/contract';
export class Client extends ContractClient {
    options;
    constructor(options) {
        super(new Spec(["AAAABAAAAD9FcnJvcnMgb2YgYGRpc3RyaWJ1dGlvbmAsIDE1MDAwIGFuZCB1cC4gVGhlIG51bWJlcnMgYXJlIHN0YWJsZS4AAAAAAAAAABFEaXN0cmlidXRpb25FcnJvcgAAAAAAAAgAAAAhVGhlIGNhbGxlciBkb2Vzbid0IGhvbGQgdGhlIHJvbGUuAAAAAAAADFVuYXV0aG9yaXplZAAAOpgAAAAtVGhpcyBjb250cmFjdCBvciB0aGUgd2hvbGUgc3lzdGVtIGlzIHN0b3BwZWQuAAAAAAAABlBhdXNlZAAAAAA6mQAAADBUaGUgc3RvcmVkIGRhdGEgYWxyZWFkeSBoYXMgdGhpcyBzY2hlbWEgdmVyc2lvbi4AAAAPQWxyZWFkeU1pZ3JhdGVkAAAAOpoAAAAjTm90IGFib3ZlIDAgYW5kIGF0IG1vc3QgYGk2NDo6TUFYYC4AAAAADUludmFsaWRBbW91bnQAAAAAADqbAAAAGUEgYmF0Y2ggd2l0aG91dCBwYXltZW50cy4AAAAAAAAFRW1wdHkAAAAAADqiAAAARk1vcmUgdGhhbiA2MCBwYXltZW50cyBpbiBhIGJhdGNoLCBvciBtb3JlIHRoYW4gMjU2IG51bWJlcnMgaW4gYSBxdWVyeS4AAAAAAAdUb29NYW55AAAAOqMAAAA0RWFjaCBudW1iZXIgb2YgYSBiYXRjaCBtdXN0IGJlIGFib3ZlIHRoZSBvbmUgYmVmb3JlLgAAABBOdW1iZXJzTm90UmlzaW5nAAA6pAAAADVBIHJlZmVyZW5jZSBvZiB6ZXJvcyBtZWFucyAidW5wYWlkIiBhbmQgY2FuJ3QgYmUgb25lLgAAAAAAABBJbnZhbGlkUmVmZXJlbmNlAAA6pQ==", "AAAAAQAAABJPbmUgcmV3YXJkIHRvIHBheS4AAAAAAAAAAAAHUGF5bWVudAAAAAAEAAAACFN0cm9vcHMuAAAABmFtb3VudAAAAAAACwAAABtVbmlxdWUgd2l0aGluIGl0cyBjYW1wYWlnbi4AAAAABm51bWJlcgAAAAAABAAAACJXaG9zZSByZXdhcmQgaXQgaXM7IG5vdCBhbGwgemVyb3MuAAAAAAAJcmVmZXJlbmNlAAAAAAAD7gAAAAgAAAAAAAAAAnRvAAAAAAAT", "AAAAAAAAAQxQYXlzIDEgdG8gNjAgcmV3YXJkcyBvZiBvbmUgY2FtcGFpZ24sIGluIHJpc2luZyBvcmRlciBvZiB0aGVpciBudW1iZXJzLiBSb2xlIGBkaXN0cmlidXRvcmAuIEEgcGF5bWVudAp0aGF0IGNhbid0IGJlIG1hZGUgbmV2ZXIgZmFpbHMgdGhlIG90aGVyczogaXRzIHJlc3VsdCBpcyBpbiB0aGUgY2FtcGFpZ24ncyBgcmV3YXJkYCBldmVudC4gRXJyb3JzIG9mCnRoZSBjYW1wYWlnbiAoMTR4eHgpIGFuZCBvZiB0aGUgcG9vbCAoMTN4eHgpIGZhaWwgdGhlIHdob2xlIGNhbGwuAAAAA3BheQAAAAADAAAAAAAAAAhvcGVyYXRvcgAAABMAAAAAAAAACGNhbXBhaWduAAAABgAAAAAAAAAIcGF5bWVudHMAAAPqAAAH0AAAAAdQYXltZW50AAAAAAA=", "AAAAAAAAAFVOdW1iZXIgb2YgdGhlIG5ld2VzdCBiYXRjaDsgMCBiZWZvcmUgdGhlIGZpcnN0LiBJdCByaXNlcyBieSBvbmUgcGVyIHN1Y2Nlc3NmdWwgYHBheWAuAAAAAAAAA3NlcQAAAAAAAAAAAQAAAAY=", "AAAAAAAAAB5TdG9wcyBwYXltZW50cy4gUm9sZSBgcGF1c2VyYC4AAAAAAAVwYXVzZQAAAAAAAAEAAAAAAAAACGd1YXJkaWFuAAAAEwAAAAA=", "AAAAAAAAAFFUcnVlIHdoaWxlIHRoaXMgY29udHJhY3QgaXRzZWxmIGlzIHN0b3BwZWQ7IGBzdGF0ZWAga25vd3MgYWJvdXQgdGhlIHdob2xlIHN5c3RlbS4AAAAAAAAGcGF1c2VkAAAAAAAAAAAAAQAAAAE=", "AAAAAAAAAF9Gb3IgZWFjaCBvZiBhdCBtb3N0IDI1NiBudW1iZXJzIG9mIGEgY2FtcGFpZ24gdGhlIHJlZmVyZW5jZSBpdCB3YXMgcGFpZCB1bmRlcjsgemVyb3MgaWYgdW5wYWlkLgAAAAAGc3RhdHVzAAAAAAACAAAAAAAAAAhjYW1wYWlnbgAAAAYAAAAAAAAAB251bWJlcnMAAAAD6gAAAAQAAAABAAAD6gAAA+4AAAAI", "AAAAAAAAAExCcmluZ3MgdGhlIHN0b3JlZCBkYXRhIHRvIHRoaXMgY29kZSdzIHNjaGVtYSB2ZXJzaW9uLCBvbmNlLiBSb2xlIGB1cGdyYWRlcmAuAAAAB21pZ3JhdGUAAAAAAQAAAAAAAAAIb3BlcmF0b3IAAAATAAAAAA==", "AAAAAAAAAC9FbmRzIHRoaXMgY29udHJhY3QncyBvd24gc3RvcC4gUm9sZSBgdW5wYXVzZXJgLgAAAAAHdW5wYXVzZQAAAAABAAAAAAAAAAhvcGVyYXRvcgAAABMAAAAA", "AAAAAAAAAEdSZXBsYWNlcyB0aGUgY29kZS4gUm9sZSBgdXBncmFkZXJgLiBUaGUgbmV3IGNvZGUncyBgbWlncmF0ZWAgcnVucyBuZXh0LgAAAAAHdXBncmFkZQAAAAACAAAAAAAAAAhvcGVyYXRvcgAAABMAAAAAAAAACXdhc21faGFzaAAAAAAAA+4AAAAgAAAAAA==", "AAAAAAAAACJTY2hlbWEgdmVyc2lvbiBvZiB0aGUgc3RvcmVkIGRhdGEuAAAAAAAHdmVyc2lvbgAAAAAAAAAAAQAAAAQ=", "AAAAAAAAABtNb3N0IHBheW1lbnRzIGluIG9uZSBiYXRjaC4AAAAACW1heF9iYXRjaAAAAAAAAAAAAAABAAAABA==", "AAAAAAAAAAAAAAANX19jb25zdHJ1Y3RvcgAAAAAAAAMAAAAAAAAABWFkbWluAAAAAAAAEwAAAAAAAAAFc3RhdGUAAAAAAAATAAAAAAAAAAhjYW1wYWlnbgAAABMAAAAA", "AAAABQAAADZTdG9yZWQgZGF0YSBub3cgaGFzIHRoZSBsYXlvdXQgb2YgdGhpcyBzY2hlbWEgdmVyc2lvbi4AAAAAAAAAAAAITWlncmF0ZWQAAAABAAAACG1pZ3JhdGVkAAAAAQAAAAAAAAAHdmVyc2lvbgAAAAAEAAAAAAAAAAI=", "AAAABQAAACpFdmVudCBlbWl0dGVkIHdoZW4gdGhlIGNvbnRyYWN0IGlzIHBhdXNlZC4AAAAAAAAAAAAGUGF1c2VkAAAAAAABAAAABnBhdXNlZAAAAAAAAAAAAAI=", "AAAABQAAACxFdmVudCBlbWl0dGVkIHdoZW4gdGhlIGNvbnRyYWN0IGlzIHVucGF1c2VkLgAAAAAAAAAIVW5wYXVzZWQAAAABAAAACHVucGF1c2VkAAAAAAAAAAI="]), options);
        this.options = options;
    }
    static deploy(args, options) {
        return ContractClient.deploy(args, options);
    }
    fromJson = {
        pay: (this.txFromJson), seq: (this.txFromJson), pause: (this.txFromJson), paused: (this.txFromJson), status: (this.txFromJson), migrate: (this.txFromJson), unpause: (this.txFromJson), upgrade: (this.txFromJson), version: (this.txFromJson), max_batch: (this.txFromJson)
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
