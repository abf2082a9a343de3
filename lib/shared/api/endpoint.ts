import type * as z from "zod";
import type { Role } from "../roles.ts";

/**
 * Who may call an endpoint: anyone, any signed-in user, or a member of the trip in the path with at least this role.
 */
export type Access = "public" | "user" | Role;
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
/** A feature that an operator may have turned off: its endpoints then answer 404 to every request. */
export type Feature = "agent" | "streetView";
export type SuccessStatus = 200 | 201 | 204;

/** An uploaded file instead of a JSON body. The file is the only field of a `multipart/form-data` request. */
export interface Upload {
  field: "file";
  maxBytes: number;
  /** Media types that the endpoint accepts. The content of the file, not its header, decides which type it has. */
  types: readonly string[];
}

/** One operation of the API. Routes, validation, OpenAPI, the typed client and the generated tests all read this. */
export interface Endpoint {
  /** `resource.operation`; becomes the OpenAPI operationId. */
  id: string;
  method: Method;
  /** The path, with `{name}` for each path parameter. */
  path: `/api/${string}`;
  access: Access;
  /**
   * An endpoint of access `user` that guests, who have no account, may call too. For members of a trip, the role
   * decides.
   */
  guests?: true;
  /** The endpoint exists only where the operator has turned this feature on. */
  feature?: Feature;
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  upload?: Upload;
  response?: z.ZodType;
  /** Media types of the answer if the answer is a file instead of JSON. */
  download?: readonly string[];
  status: SuccessStatus;
}

/** An endpoint that code outside our routes answers: it is in the OpenAPI document, but no route is made from it. */
export type DocumentedEndpoint = Omit<Endpoint, "status"> & { status: SuccessStatus | 302 };

export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

type Output<T> = T extends z.ZodType ? z.output<T> : undefined;
type Input<T> = T extends z.ZodType ? z.input<T> : undefined;

/** What a handler receives after validation. */
export interface ParsedRequest<E extends Endpoint> {
  params: Output<E["params"]>;
  query: Output<E["query"]>;
  body: Output<E["body"]>;
  /** The uploaded file. */
  file: E["upload"] extends Upload ? Uint8Array : undefined;
}

/** What a caller passes: only the parts (params, query, body, file) that the endpoint has. */
export type CallInput<E extends Endpoint> = (E["params"] extends z.ZodType
  ? { params: Input<E["params"]> }
  : object) &
  (E["query"] extends z.ZodType ? { query?: Input<E["query"]> } : object) &
  (E["body"] extends z.ZodType ? { body: Input<E["body"]> } : object) &
  (E["upload"] extends Upload ? { file: Blob } : object);

export type Answer<E extends Endpoint> = Output<E["response"]>;
