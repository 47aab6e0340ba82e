import { expect, it } from "vitest";
import { entryPoints, roleNames } from "./authority.ts";

const roles = roleNames(`/// Sets limits.
pub const LIMITER: &str = "limiter";
pub const PAUSER: &str = "pauser";
`);

const points = entryPoints(
  `
#[contractimpl]
impl Pool {
    /// Role \`pauser\`.
    pub fn pause(env: Env, guardian: Address) {
        require_role(&env, roles::PAUSER, &guardian);
    }

    pub fn set_limit(
        env: Env,
        operator: Address,
    ) {
        enter_as_limiter(&env, &operator);
    }

    pub fn limit(env: Env) -> i128 {
        limits::require_role(&env)
    }
}

fn enter_as_limiter(env: &Env, operator: &Address) {
    ttl::extend_instance(env);
    require_role(env, role_names::LIMITER, operator);
}

fn require_role(env: &Env, role: &str, operator: &Address) {
    operator.require_auth();
}
`,
  roles,
);

it("finds the role that an entry point names, itself or in helpers of its file", () => {
  expect([...points.keys()]).toEqual(["pause", "set_limit", "limit"]);
  expect([...(points.get("pause")?.roles ?? [])]).toEqual(["pauser"]);
  expect([...(points.get("set_limit")?.roles ?? [])]).toEqual(["limiter"]);
  expect([...(points.get("limit")?.roles ?? [])]).toEqual([]);
});
