const merchant = {
  id: 1,
  name: "Corner Coffee",
  email: "owner@corner.example",
  created_at: "2026-11-21T17:54:10.717Z",
};

export const register = {
  body: { name: merchant.name, email: merchant.email },
  answers: { 201: { ...merchant, api_key: "mk_test_<43 characters and a checksum of 6>" } },
};
export const me = { answers: { 200: merchant } };
