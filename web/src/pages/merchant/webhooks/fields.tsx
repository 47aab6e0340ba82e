import type { BodyOf } from "../../../api.ts";
import type { Fields } from "../../../ui/form.tsx";
import { TextArea, TextField } from "../../../ui/ui.tsx";

type Webhook = Pick<BodyOf<"GET /webhooks/:id">, "url" | "types" | "description">;

/** The webhook that was typed. Types that the service doesn't know get an error beside their field. */
export const webhookOf = ({ url = "", types, description }: Fields): Webhook => ({
  url,
  types: (types?.split(/[\s,]+/).filter(Boolean) as NonNullable<Webhook["types"]> | undefined) ?? null,
  description: description ?? null,
});

export const WebhookFields = ({ errors, of }: { errors: Fields; of?: Webhook }) => (
  <>
    <div className="fields">
      <TextField
        label="Address"
        name="url"
        type="url"
        required
        defaultValue={of?.url}
        placeholder="https://shop.example/webhooks"
        error={errors.url}
      />
      <TextField
        label="Description (optional)"
        name="description"
        defaultValue={of?.description ?? ""}
        error={errors.description}
      />
    </div>
    <TextArea
      label="Types of events, one a line (optional)"
      name="types"
      spellCheck={false}
      defaultValue={of?.types?.join("\n") ?? ""}
      placeholder={"issuance.confirmed\nissuance.failed"}
      hint="Empty: all of them."
      error={errors.types}
    />
  </>
);
