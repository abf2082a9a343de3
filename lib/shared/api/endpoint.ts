import type * as z from "zod";
import type { Role } from "../roles.ts";

/** Who may call: anyone, anyone signed in, or a member of the trip in the path with at least this role. */
export type Access = "public" | "user" | Role;
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
export type SuccessStatus = 200 | 201 | 204;

/** One operation of the API. Routes, validation, OpenAPI, the typed client and the generated tests all read this. */
export interface Endpoint {
  /** `resource.operation`; becomes the OpenAPI operationId. */
  id: string;
  method: Method;
  /** With `{name}` for each path parameter. */
  path: `/api/${string}`;
  access: Access;
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  response?: z.ZodType;
  status: SuccessStatus;
}

export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

type Output<T> = T extends z.ZodType ? z.output<T> : undefined;
type Input<T> = T extends z.ZodType ? z.input<T> : undefined;

/** What a handler receives after validation. */
export interface Parsed<E extends Endpoint> {
  params: Output<E["params"]>;
  query: Output<E["query"]>;
  body: Output<E["body"]>;
}

/** What a caller passes: only the parts that the endpoint has. */
export type CallInput<E extends Endpoint> = (E["params"] extends z.ZodType
  ? { params: Input<E["params"]> }
  : object) &
  (E["query"] extends z.ZodType ? { query?: Input<E["query"]> } : object) &
  (E["body"] extends z.ZodType ? { body: Input<E["body"]> } : object);

export type Answer<E extends Endpoint> = Output<E["response"]>;
