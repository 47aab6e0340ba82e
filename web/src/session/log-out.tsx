import { useMutation } from "@tanstack/react-query";
import { explain } from "../api.ts";
import { Button, Notice } from "../ui/ui.tsx";
import { type LoginRole, logOut } from "./session.ts";

/** A button that logs out, and says so if that failed: whoever comes next would still be logged in. */
export function LogOut({ as }: { as: LoginRole }) {
  const leave = useMutation({ mutationFn: () => logOut(as) });
  return (
    <>
      <Button size="sm" busy={leave.isPending} onClick={() => leave.mutate()}>
        Log out
      </Button>
      {leave.error && (
        <Notice tone="error" title="You are still logged in">
          {explain(leave.error)}
        </Notice>
      )}
    </>
  );
}
