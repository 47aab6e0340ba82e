import { Spec, Client as ContractClient } from '@stellar/stellar-sdk/contract';
export class Client extends ContractClient {
    options;
    constructor(options) {
        super(new Spec(["AAAABAAAAAAAAAAAAAAACkFkbWluRXJyb3IAAAAAAA4AAAA1VGhlIGNhbGxlciBkb2Vzbid0IGhvbGQgdGhlIHJvbGUsIG9yIGlzbid0IHRoZSBhZG1pbi4AAAAAAAAMVW5hdXRob3JpemVkAAAnEAAAAC9UaGUgY29udHJhY3QgaXMgcGF1c2VkLCBvciB0aGUgd2hvbGUgc3lzdGVtIGlzLgAAAAAGUGF1c2VkAAAAACcRAAAAMFRoZSBzdG9yZWQgZGF0YSBhbHJlYWR5IGhhcyB0aGlzIHNjaGVtYSB2ZXJzaW9uLgAAAA9BbHJlYWR5TWlncmF0ZWQAAAAnEgAAACJgZXhwaXJlc19hdGAgaXMgbm90IGluIHRoZSBmdXR1cmUuAAAAAAANSW52YWxpZEV4cGlyeQAAAAAAJxQAAAAjVGhlIGFjY291bnQgZG9lcyBub3QgaG9sZCB0aGUgcm9sZS4AAAAAC1JvbGVOb3RIZWxkAAAAJxUAAAAZQSBkZWxheSBpcyBhYm92ZSA5MCBkYXlzLgAAAAAAAAxJbnZhbGlkRGVsYXkAACcYAAAAIVRoZSBhY2NvdW50IGlzIHRoZSBhZG1pbiBhbHJlYWR5LgAAAAAAAAlTYW1lQWRtaW4AAAAAACcZAAAAJE5vIHRyYW5zZmVyIG9mIHRoZSBhZG1pbiBpcyBwZW5kaW5nLgAAAApOb1RyYW5zZmVyAAAAACcaAAAAJFRoZSB0cmFuc2ZlcidzIGRlbGF5IGhhcyBub3QgcGFzc2VkLgAAAA1UcmFuc2ZlckVhcmx5AAAAAAAnGwAAACZUaGUgdHJhbnNmZXIgd2FzIG5vdCBhY2NlcHRlZCBpbiB0aW1lLgAAAAAAD1RyYW5zZmVyRXhwaXJlZAAAACccAAAAGWBsaW1pdGAgbXVzdCBiZSAxIHRvIDEwMC4AAAAAAAALSW52YWxpZFBhZ2UAAAAnHQAAABlBbGwgMjU2IHJvbGVzIGFyZSBpbiB1c2UuAAAAAAAADFRvb01hbnlSb2xlcwAAJx4AAACxVGhlIG5ldyBjb2RlIGlzbid0IGR1ZTogaXQgd2Fzbid0IGFubm91bmNlZCwgb3Igc3RpbGwgd2FpdHMsIG9yIHdhaXRlZCB0b28gbG9uZy4gQW5ub3VuY2UgaXQgd2l0aApgYWRtaW4uYW5ub3VuY2VfdXBncmFkZWAsIHRoZW4gd2FpdCBmb3IgdGhlIGBldGFgIG9mIGBhZG1pbi5hbm5vdW5jZWRfdXBncmFkZWAuAAAAAAAADVVwZ3JhZGVOb3REdWUAAAAAACcfAAAAKk5vIG5ldyBjb2RlIGlzIGFubm91bmNlZCBmb3IgdGhlIGNvbnRyYWN0LgAAAAAACU5vVXBncmFkZQAAAAAAJyA=", "AAAABQAAAEZBIHN0b3Agb2YgdGhlIHdob2xlIHN5c3RlbSBpbiBgc3RhdGVgIHN0b3BzIHRoaXMgY29udHJhY3QgZnJvbSBub3cgb24uAAAAAAAAAAAACFN0YXRlU2V0AAAAAQAAAAlzdGF0ZV9zZXQAAAAAAAABAAAAAAAAAAVzdGF0ZQAAAAAAABMAAAABAAAAAg==", "AAAABQAAACpBIHJvbGUgd2FzIGdyYW50ZWQsIG9yIGl0cyBleHBpcnkgY2hhbmdlZC4AAAAAAAAAAAALUm9sZUdyYW50ZWQAAAAAAQAAAAxyb2xlX2dyYW50ZWQAAAAEAAAAAAAAAARyb2xlAAAAEQAAAAEAAAAAAAAAB2FjY291bnQAAAAAEwAAAAEAAAAAAAAABmNhbGxlcgAAAAAAEwAAAAAAAAAcVW5peCBzZWNvbmRzOyBhYnNlbnQ6IG5ldmVyLgAAAApleHBpcmVzX2F0AAAAAAPoAAAABgAAAAAAAAAC", "AAAABQAAAAAAAAAAAAAAEEFkbWluVHJhbnNmZXJyZWQAAAABAAAAEWFkbWluX3RyYW5zZmVycmVkAAAAAAAAAgAAAAAAAAAJbmV3X2FkbWluAAAAAAAAEwAAAAEAAAAAAAAADnByZXZpb3VzX2FkbWluAAAAAAATAAAAAAAAAAI=", "AAAABQAAAEtOZXcgY29kZSBvZiBhIGNvbnRyYWN0IHdhcyBhbm5vdW5jZWQsIG9yIHRoZSBlbmQgb2YgaXRzIGFubm91bmNlbWVudCBtb3ZlZC4AAAAAAAAAABBVcGdyYWRlQW5ub3VuY2VkAAAAAQAAABF1cGdyYWRlX2Fubm91bmNlZAAAAAAAAAUAAAAAAAAACGNvbnRyYWN0AAAAEwAAAAEAAAAAAAAADW5ld193YXNtX2hhc2gAAAAAAAPuAAAAIAAAAAAAAAAAAAAACG9wZXJhdG9yAAAAEwAAAAAAAAA4Rmlyc3QgVW5peCBzZWNvbmQgYXQgd2hpY2ggdGhlIGNvbnRyYWN0IG1heSBiZSB1cGdyYWRlZC4AAAADZXRhAAAAAAYAAAAAAAAANEZpcnN0IFVuaXggc2Vjb25kIGF0IHdoaWNoIHRoZSBhbm5vdW5jZW1lbnQgaXMgdm9pZC4AAAAKZXhwaXJlc19hdAAAAAAABgAAAAAAAAAC", "AAAABQAAAChBbm5vdW5jZWQgY29kZSBtYXkgbm90IGJlIHVzZWQgYW55IG1vcmUuAAAAAAAAABBVcGdyYWRlQ2FuY2VsbGVkAAAAAQAAABF1cGdyYWRlX2NhbmNlbGxlZAAAAAAAAAMAAAAAAAAACGNvbnRyYWN0AAAAEwAAAAEAAAAAAAAADW5ld193YXNtX2hhc2gAAAAAAAPuAAAAIAAAAAAAAAAAAAAACGd1YXJkaWFuAAAAEwAAAAAAAAAC", "AAAABQAAAAAAAAAAAAAAEkFkbWluVHJhbnNmZXJCZWd1bgAAAAAAAQAAABRhZG1pbl90cmFuc2Zlcl9iZWd1bgAAAAQAAAAAAAAABWFkbWluAAAAAAAAEwAAAAEAAAAAAAAACW5ld19hZG1pbgAAAAAAABMAAAAAAAAALkZpcnN0IFVuaXggc2Vjb25kIGF0IHdoaWNoIGl0IG1heSBiZSBhY2NlcHRlZC4AAAAAAANldGEAAAAABgAAAAAAAAAmRmlyc3QgVW5peCBzZWNvbmQgYXQgd2hpY2ggaXQgaXMgdm9pZC4AAAAAAApleHBpcmVzX2F0AAAAAAAGAAAAAAAAAAI=", "AAAABQAAAAAAAAAAAAAAFkFkbWluVHJhbnNmZXJDYW5jZWxsZWQAAAAAAAEAAAAYYWRtaW5fdHJhbnNmZXJfY2FuY2VsbGVkAAAAAgAAAAAAAAAFYWRtaW4AAAAAAAATAAAAAQAAAAAAAAAJbmV3X2FkbWluAAAAAAAAEwAAAAAAAAAC", "AAAAAAAAACNTdG9wcyB0aGlzIGNvbnRyYWN0LiBSb2xlIGBwYXVzZXJgLgAAAAAFcGF1c2UAAAAAAAABAAAAAAAAAAhndWFyZGlhbgAAABMAAAAA", "AAAAAAAAAERUaGUgcmVnaXN0cnkgd2hvc2Ugc3RvcCBvZiB0aGUgd2hvbGUgc3lzdGVtIHN0b3BzIHRoaXMgY29udHJhY3QgdG9vLgAAAAVzdGF0ZQAAAAAAAAAAAAABAAAD6AAAABM=", "AAAAAAAAAAAAAAAGcGF1c2VkAAAAAAAAAAAAAQAAAAE=", "AAAAAAAAAFVIb2xkZXJzIGF0IHBvc2l0aW9ucyBgc3RhcnQgLi4gc3RhcnQgKyBsaW1pdGAgKGxpbWl0IDEgdG8gMTAwKSwgd2l0aG91dCBleHBpcmVkIG9uZXMuAAAAAAAAB21lbWJlcnMAAAAAAwAAAAAAAAAEcm9sZQAAABEAAAAAAAAABXN0YXJ0AAAAAAAABAAAAAAAAAAFbGltaXQAAAAAAAAEAAAAAQAAA+oAAAAT", "AAAAAAAAAExCcmluZ3MgdGhlIHN0b3JlZCBkYXRhIHRvIHRoaXMgY29kZSdzIHNjaGVtYSB2ZXJzaW9uLCBvbmNlLiBSb2xlIGB1cGdyYWRlcmAuAAAAB21pZ3JhdGUAAAAAAQAAAAAAAAAIb3BlcmF0b3IAAAATAAAAAA==", "AAAAAAAAAGxFbmRzIHRoaXMgY29udHJhY3QncyBvd24gc3RvcC4gUm9sZSBgdW5wYXVzZXJgLCBvciB0aGUgYWRtaW46IHdoaWxlIHBhdXNlZCBub2JvZHkgY291bGQgYmUgZ3JhbnRlZCB0aGUgcm9sZS4AAAAHdW5wYXVzZQAAAAABAAAAAAAAAAhvcGVyYXRvcgAAABMAAAAA", "AAAAAAAAAG5SZXBsYWNlcyB0aGUgY29kZSBieSBhbm5vdW5jZWQgY29kZSAoYGFubm91bmNlX3VwZ3JhZGVgKS4gUm9sZSBgdXBncmFkZXJgLiBUaGUgbmV3IGNvZGUncyBgbWlncmF0ZWAgcnVucyBuZXh0LgAAAAAAB3VwZ3JhZGUAAAAAAgAAAAAAAAANbmV3X3dhc21faGFzaAAAAAAAA+4AAAAgAAAAAAAAAAhvcGVyYXRvcgAAABMAAAAA", "AAAAAAAAACJTY2hlbWEgdmVyc2lvbiBvZiB0aGUgc3RvcmVkIGRhdGEuAAAAAAAHdmVyc2lvbgAAAAAAAAAAAQAAAAQ=", "AAAAAAAAAGtQb3NpdGlvbiBvZiBgYWNjb3VudGAgYW1vbmcgdGhlIGdyYW50cyBvZiBgcm9sZWA7IG5vbmU6IGl0IGRvZXNuJ3QgaG9sZCB0aGUgcm9sZSwgb3IgaXRzIGdyYW50IGhhcyBleHBpcmVkLgAAAAAIaGFzX3JvbGUAAAACAAAAAAAAAAdhY2NvdW50AAAAABMAAAAAAAAABHJvbGUAAAARAAAAAQAAA+gAAAAE", "AAAAAAAAAAAAAAAJZ2V0X2FkbWluAAAAAAAAAAAAAAEAAAPoAAAAEw==", "AAAAAAAAAGxNYWtlcyB0aGlzIGNvbnRyYWN0IHN0b3Agd2hlbiB0aGUgcmVnaXN0cnkgYHN0YXRlYCBzdG9wcyB0aGUgd2hvbGUgc3lzdGVtLiBCeSB0aGUgYWRtaW47IHdvcmtzIHdoaWxlIHBhdXNlZC4AAAAJc2V0X3N0YXRlAAAAAAAAAQAAAAAAAAAFc3RhdGUAAAAAAAATAAAAAA==", "AAAAAAAAAG9HcmFudHMgYHJvbGVgIHdpdGhvdXQgYW4gZW5kLCBhbHNvIGlmIGl0IGhhZCBvbmUuIGBjYWxsZXJgOiB0aGUgYWRtaW4uIFdvcmtzIHdoaWxlIHRoZSB3aG9sZSBzeXN0ZW0gaXMgc3RvcHBlZC4AAAAACmdyYW50X3JvbGUAAAAAAAMAAAAAAAAAB2FjY291bnQAAAAAEwAAAAAAAAAEcm9sZQAAABEAAAAAAAAABmNhbGxlcgAAAAAAEwAAAAA=", "AAAAAAAAAHdUYWtlcyBgcm9sZWAgZnJvbSBgYWNjb3VudGAuIGBjYWxsZXJgOiB0aGUgYWRtaW4uIFdvcmtzIHdoaWxlIHBhdXNlZDogdGFraW5nIGEgc3RvbGVuIGtleSdzIHBvd2VyIGF3YXkgbXVzdCBuZXZlcgp3YWl0LgAAAAALcmV2b2tlX3JvbGUAAAAAAwAAAAAAAAAHYWNjb3VudAAAAAATAAAAAAAAAARyb2xlAAAAEQAAAAAAAAAGY2FsbGVyAAAAAAATAAAAAA==", "AAAAAAAAAD5Vbml4IHNlY29uZCBhdCB3aGljaCB0aGUgZ3JhbnQgZW5kczsgbm9uZTogbmV2ZXIsIG9yIG5vIGdyYW50LgAAAAAAC3JvbGVfZXhwaXJ5AAAAAAIAAAAAAAAAB2FjY291bnQAAAAAEwAAAAAAAAAEcm9sZQAAABEAAAABAAAD6AAAAAY=", "AAAAAAAAAOFgdHJhbnNmZXJfZGVsYXlgOiBzZWNvbmRzIGJldHdlZW4gYW5ub3VuY2luZyBhbmQgYWNjZXB0aW5nIGEgbmV3IGFkbWluOyBgdXBncmFkZV9kZWxheWA6IHNlY29uZHMgYmV0d2VlbiBhbm5vdW5jaW5nCmFuZCB1c2luZyBuZXcgY29kZSBvZiBhbnkgY29udHJhY3QsIDA6IGl0IG5lZWRzIG5vIGFubm91bmNlbWVudC4gQm90aCBhdCBtb3N0IDkwIGRheXMsIGFuZCBmaXhlZCBmcm9tIG5vdyBvbi4AAAAAAAANX19jb25zdHJ1Y3RvcgAAAAAAAAMAAAAAAAAABWFkbWluAAAAAAAAEwAAAAAAAAAOdHJhbnNmZXJfZGVsYXkAAAAAAAYAAAAAAAAADXVwZ3JhZGVfZGVsYXkAAAAAAAAGAAAAAA==", "AAAAAAAAAB9HaXZlcyB1cCB0aGUgY2FsbGVyJ3Mgb3duIHJvbGUuAAAAAA1yZW5vdW5jZV9yb2xlAAAAAAAAAgAAAAAAAAAEcm9sZQAAABEAAAAAAAAABmNhbGxlcgAAAAAAEwAAAAA=", "AAAAAAAAAEtTZWNvbmRzIGJldHdlZW4gYW5ub3VuY2luZyBhbmQgdXNpbmcgbmV3IGNvZGU7IDA6IGl0IG5lZWRzIG5vIGFubm91bmNlbWVudC4AAAAADXVwZ3JhZGVfZGVsYXkAAAAAAAAAAAAAAQAAAAY=", "AAAAAAAAAFNBbm5vdW5jZXMgYSBuZXcgYWRtaW4sIHdobyBtYXkgYWNjZXB0IGFmdGVyIHRoZSBkZWxheSBhbmQgd2l0aGluIDE0IGRheXMgZnJvbSB0aGVuLgAAAAAOYmVnaW5fdHJhbnNmZXIAAAAAAAEAAAAAAAAACW5ld19hZG1pbgAAAAAAABMAAAAA", "AAAAAAAAAF1XaXRoZHJhd3Mgd2hhdCB3YXMgYW5ub3VuY2VkIGZvciBgY29udHJhY3RgLiBSb2xlIGBwYXVzZXJgLCBvciB0aGUgYWRtaW4uIFdvcmtzIHdoaWxlIHBhdXNlZC4AAAAAAAAOY2FuY2VsX3VwZ3JhZGUAAAAAAAIAAAAAAAAACGNvbnRyYWN0AAAAEwAAAAAAAAAIZ3VhcmRpYW4AAAATAAAAAA==", "AAAAAAAAADVTZWNvbmRzIGJldHdlZW4gYW5ub3VuY2luZyBhbmQgYWNjZXB0aW5nIGEgbmV3IGFkbWluLgAAAAAAAA50cmFuc2Zlcl9kZWxheQAAAAAAAAAAAAEAAAAG", "AAAAAAAAADhUcnVlIGlmIGBjb250cmFjdGAgbWF5IHJlcGxhY2UgaXRzIGNvZGUgYnkgdGhpcyBvbmUgbm93LgAAAA51cGdyYWRlX2lzX2R1ZQAAAAAAAgAAAAAAAAAIY29udHJhY3QAAAATAAAAAAAAAA1uZXdfd2FzbV9oYXNoAAAAAAAD7gAAACAAAAABAAAAAQ==", "AAAAAAAAADdNYWtlcyB0aGUgYW5ub3VuY2VkIGFjY291bnQgdGhlIGFkbWluLiBCeSB0aGF0IGFjY291bnQuAAAAAA9hY2NlcHRfdHJhbnNmZXIAAAAAAAAAAAA=", "AAAAAAAAAENXaXRoZHJhd3MgdGhlIGFubm91bmNlZCB0cmFuc2Zlci4gQnkgdGhlIGFkbWluLiBXb3JrcyB3aGlsZSBwYXVzZWQuAAAAAA9jYW5jZWxfdHJhbnNmZXIAAAAAAAAAAAA=", "AAAAAAAAAHJUaGUgYWNjb3VudCB3aG9zZSBncmFudCBpcyBhdCBwb3NpdGlvbiBgaW5kZXhgLCBhbHNvIGlmIHRoZSBncmFudCBoYXMgZXhwaXJlZC4gRmFpbHMgaWYgdGhlcmUgaXMgbm8gc3VjaCBwb3NpdGlvbi4AAAAAAA9nZXRfcm9sZV9tZW1iZXIAAAAAAgAAAAAAAAAEcm9sZQAAABEAAAAAAAAABWluZGV4AAAAAAAABAAAAAEAAAAT", "AAAAAAAAAS5Bbm5vdW5jZXMgY29kZSB0aGF0IGBjb250cmFjdGAgbWF5IHJlcGxhY2UgaXRzIG93biB3aXRoLCBhZnRlciB0aGUgZGVsYXkgYW5kIHdpdGhpbiA2MCBkYXlzIGZyb20gdGhlbi4gT3RoZXIgY29kZQp0YWtlcyB0aGUgcGxhY2Ugb2Ygd2hhdCB3YXMgYW5ub3VuY2VkIGZvciB0aGUgY29udHJhY3QsIGFuZCB3YWl0cyBhbmV3OyB0aGUgc2FtZSBjb2RlIGtlZXBzIGl0cyBgZXRhYCBhbmQgZ2V0cyBhCmxhdGVyIGVuZC4gUm9sZSBgdXBncmFkZXJgLiBXb3JrcyB3aGlsZSBwYXVzZWQ6IG5ldyBjb2RlIG1heSBiZSB0aGUgcmVtZWR5LgAAAAAAEGFubm91bmNlX3VwZ3JhZGUAAAADAAAAAAAAAAhjb250cmFjdAAAABMAAAAAAAAADW5ld193YXNtX2hhc2gAAAAAAAPuAAAAIAAAAAAAAAAIb3BlcmF0b3IAAAATAAAAAA==", "AAAAAAAAAEBMaWtlIGBncmFudF9yb2xlYCwgd2l0aCBhbiBlbmQsIG9yIGFub3RoZXIgZW5kLCBpbiBVbml4IHNlY29uZHMuAAAAEGdyYW50X3JvbGVfdW50aWwAAAAEAAAAAAAAAAdhY2NvdW50AAAAABMAAAAAAAAABHJvbGUAAAARAAAAAAAAAApleHBpcmVzX2F0AAAAAAAGAAAAAAAAAAZjYWxsZXIAAAAAABMAAAAA", "AAAAAAAAACpUaGUgYW5ub3VuY2VkIHRyYW5zZmVyLCB1bmxlc3MgaXQgaXMgdm9pZC4AAAAAABBwZW5kaW5nX3RyYW5zZmVyAAAAAAAAAAEAAAPoAAAH0AAAAAhIYW5kb3Zlcg==", "AAAAAAAAADRUaGUgYW5ub3VuY2VkIGNvZGUgb2YgYSBjb250cmFjdCwgdW5sZXNzIGl0IGlzIHZvaWQuAAAAEWFubm91bmNlZF91cGdyYWRlAAAAAAAAAQAAAAAAAAAIY29udHJhY3QAAAATAAAAAQAAA+gAAAfQAAAAEEFubm91bmNlZFVwZ3JhZGU=", "AAAAAAAAADJSb2xlcyB0aGF0IHdlcmUgZ3JhbnRlZCB0byBzb21lYm9keSAoYXQgbW9zdCAyNTYpLgAAAAAAEmdldF9leGlzdGluZ19yb2xlcwAAAAAAAAAAAAEAAAPqAAAAEQ==", "AAAAAAAAAEFHcmFudHMgb2YgYHJvbGVgLCBleHBpcmVkIG9uZXMgaW5jbHVkZWQ6IHRoZSBudW1iZXIgb2YgcG9zaXRpb25zLgAAAAAAABVnZXRfcm9sZV9tZW1iZXJfY291bnQAAAAAAAABAAAAAAAAAARyb2xlAAAAEQAAAAEAAAAE", "AAAABQAAACVFdmVudCBlbWl0dGVkIHdoZW4gYSByb2xlIGlzIHJldm9rZWQuAAAAAAAAAAAAAAtSb2xlUmV2b2tlZAAAAAABAAAADHJvbGVfcmV2b2tlZAAAAAMAAAAAAAAABHJvbGUAAAARAAAAAQAAAAAAAAAHYWNjb3VudAAAAAATAAAAAQAAAAAAAAAGY2FsbGVyAAAAAAATAAAAAAAAAAI=", "AAAABAAAAAAAAAAAAAAAEkFjY2Vzc0NvbnRyb2xFcnJvcgAAAAAACwAAAAAAAAAMVW5hdXRob3JpemVkAAAH0AAAAAAAAAALQWRtaW5Ob3RTZXQAAAAH0QAAAAAAAAAQSW5kZXhPdXRPZkJvdW5kcwAAB9IAAAAAAAAAEUFkbWluUm9sZU5vdEZvdW5kAAAAAAAH0wAAAAAAAAASUm9sZUNvdW50SXNOb3RaZXJvAAAAAAfUAAAAAAAAAAxSb2xlTm90Rm91bmQAAAfVAAAAAAAAAA9BZG1pbkFscmVhZHlTZXQAAAAH1gAAAAAAAAALUm9sZU5vdEhlbGQAAAAH1wAAAAAAAAALUm9sZUlzRW1wdHkAAAAH2AAAAAAAAAASVHJhbnNmZXJJblByb2dyZXNzAAAAAAfZAAAAAAAAABBNYXhSb2xlc0V4Y2VlZGVkAAAH2g==", "AAAAAQAAAEpDb2RlIHRoYXQgYSBjb250cmFjdCBtYXkgcmVwbGFjZSBpdHMgb3duIHdpdGguIFN0b3JlZCBieSBgYWRtaW5gIGFzIGl0IGlzLgAAAAAAAAAAABBBbm5vdW5jZWRVcGdyYWRlAAAAAwAAADhGaXJzdCBVbml4IHNlY29uZCBhdCB3aGljaCB0aGUgY29udHJhY3QgbWF5IGJlIHVwZ3JhZGVkLgAAAANldGEAAAAABgAAACZGaXJzdCBVbml4IHNlY29uZCBhdCB3aGljaCBpdCBpcyB2b2lkLgAAAAAACmV4cGlyZXNfYXQAAAAAAAYAAAAAAAAADW5ld193YXNtX2hhc2gAAAAAAAPuAAAAIA==", "AAAAAQAAAAAAAAAAAAAACEhhbmRvdmVyAAAAAwAAAC9GaXJzdCBVbml4IHNlY29uZCBhdCB3aGljaCBpdCBtYXkgYmUgY29tcGxldGVkLgAAAAADZXRhAAAAAAYAAAAmRmlyc3QgVW5peCBzZWNvbmQgYXQgd2hpY2ggaXQgaXMgdm9pZC4AAAAAAApleHBpcmVzX2F0AAAAAAAGAAAAHFRoZSBhY2NvdW50IHRoYXQgdGFrZXMgb3Zlci4AAAACdG8AAAAAABM=", "AAAABQAAAD9UaGlzIGNvbnRyYWN0IGlzIHN0b3BwZWQsIG9yIHRoZSB3aG9sZSBzeXN0ZW0gaWYgaXQgaXMgYHN0YXRlYC4AAAAAAAAAAAZQYXVzZWQAAAAAAAEAAAAGcGF1c2VkAAAAAAABAAAAAAAAAAhvcGVyYXRvcgAAABMAAAAAAAAAAg==", "AAAABQAAADZTdG9yZWQgZGF0YSBub3cgaGFzIHRoZSBsYXlvdXQgb2YgdGhpcyBzY2hlbWEgdmVyc2lvbi4AAAAAAAAAAAAITWlncmF0ZWQAAAABAAAACG1pZ3JhdGVkAAAAAgAAAAAAAAAHdmVyc2lvbgAAAAAEAAAAAAAAAAAAAAAIb3BlcmF0b3IAAAATAAAAAAAAAAI=", "AAAABQAAAD9UaGlzIGNvbnRyYWN0IHJ1bnMgYWdhaW4sIG9yIHRoZSB3aG9sZSBzeXN0ZW0gaWYgaXQgaXMgYHN0YXRlYC4AAAAAAAAAAAhVbnBhdXNlZAAAAAEAAAAIdW5wYXVzZWQAAAABAAAAAAAAAAhvcGVyYXRvcgAAABMAAAAAAAAAAg=="]), options);
        this.options = options;
    }
    static deploy(args, options) {
        return ContractClient.deploy(args, options);
    }
    fromJson = {
        pause: (this.txFromJson), state: (this.txFromJson), paused: (this.txFromJson), members: (this.txFromJson), migrate: (this.txFromJson), unpause: (this.txFromJson), upgrade: (this.txFromJson), version: (this.txFromJson), has_role: (this.txFromJson), get_admin: (this.txFromJson), set_state: (this.txFromJson), grant_role: (this.txFromJson), revoke_role: (this.txFromJson), role_expiry: (this.txFromJson), renounce_role: (this.txFromJson), upgrade_delay: (this.txFromJson), begin_transfer: (this.txFromJson), cancel_upgrade: (this.txFromJson), transfer_delay: (this.txFromJson), upgrade_is_due: (this.txFromJson), accept_transfer: (this.txFromJson), cancel_transfer: (this.txFromJson), get_role_member: (this.txFromJson), announce_upgrade: (this.txFromJson), grant_role_until: (this.txFromJson), pending_transfer: (this.txFromJson), announced_upgrade: (this.txFromJson), get_existing_roles: (this.txFromJson), get_role_member_count: (this.txFromJson)
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
     * Build a topics filter row for the "UpgradeAnnounced" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    upgradeAnnouncedEventFilter(topicValues) {
        return this.spec.eventTopicFilter("UpgradeAnnounced", topicValues);
    }
    /**
     * Build a topics filter row for the "UpgradeCancelled" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    upgradeCancelledEventFilter(topicValues) {
        return this.spec.eventTopicFilter("UpgradeCancelled", topicValues);
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
