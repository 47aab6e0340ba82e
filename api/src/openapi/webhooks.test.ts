import { eventTypeNames, eventTypes } from "@merit/core/store/event-log/types.ts";
import { expect, it } from "vitest";
import { resources } from "../routes/index.ts";
import { openApi } from "./document.ts";

it("the description has what webhooks get: for each type of event, one schema with its object", async () => {
  // biome-ignore lint/suspicious/noExplicitAny: as a reader of JSON has it
  const document = JSON.parse(JSON.stringify(await openApi(resources))) as any;
  const { post } = document.webhooks.event;
  expect(post.parameters).toHaveLength(3);
  const component = ({ $ref }: { $ref: string }) => document.components.schemas[$ref.split("/").at(-1) ?? ""];
  const { schema, example } = post.requestBody.content["application/json"];
  expect(example).toMatchObject({ type: "issuance.accepted", object: "issuance" });
  // biome-ignore lint/suspicious/noExplicitAny: as a reader of JSON has it
  const events: any[] = component(schema).oneOf.map((event: { $ref: string }) => component(event).allOf[1].properties);
  for (const type of eventTypeNames) {
    const [event, ...others] = events.filter(({ type: { enum: types = [], const: only } }) =>
      [...types, only].includes(type),
    );
    expect(others).toEqual([]);
    expect(event.object.const).toBe(eventTypes[type].object);
    const model = component(event.data);
    expect(model.properties ?? model.allOf).toBeDefined();
  }
});
