//! Role admins: the holders of a role's admin role may grant and revoke it. Cycles are refused, since two roles
//! that administer each other can revoke each other and lift themselves up.

use soroban_sdk::{panic_with_error, Address, Env, Symbol};
use stellar_access::access_control;

use crate::{errors::AdminError, roles, storage};

/// Most roles from a new role admin upwards, itself included; limits the walk. Roles below aren't counted, since the
/// role admins are stored upwards only: a chain that is built from its bottom can be longer.
const MAX_CHAIN: u32 = 8;

/// True for the admin, and for a holder of the role's admin role.
pub fn may_administer(env: &Env, role: &Symbol, caller: &Address) -> bool {
    if storage::admin(env).as_ref() == Some(caller) {
        return true;
    }
    access_control::get_role_admin(env, role)
        .is_some_and(|admin_role| roles::holds(env, &admin_role, caller))
}

/// Makes `admin_role` the admin of `role`.
pub fn set_role_admin(env: &Env, role: &Symbol, admin_role: &Symbol) {
    let mut above = Some(admin_role.clone());
    let mut length = 0;
    while let Some(current) = above {
        if current == *role {
            panic_with_error!(env, AdminError::RoleCycle);
        }
        length += 1;
        if length > MAX_CHAIN {
            panic_with_error!(env, AdminError::ChainTooLong);
        }
        above = access_control::get_role_admin(env, &current);
    }
    access_control::set_role_admin_no_auth(env, role, admin_role);
}
