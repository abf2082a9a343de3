import type { Adapter, AdapterPayload } from "oidc-provider";

/** Returns a store for what the provider knows, by kind and id. It exists as long as the provider. */
export function openIdMemory(): (kind: string) => Adapter {
  const rows = new Map<string, AdapterPayload>();
  const findBy = (field: "uid" | "userCode", value: string) =>
    Promise.resolve([...rows.values()].find((payload) => payload[field] === value));
  return (kind) => {
    const keyOf = (id: string) => `${kind} ${id}`;
    return {
      upsert: async (id, payload) => void rows.set(keyOf(id), payload),
      find: async (id) => rows.get(keyOf(id)),
      findByUid: (uid) => findBy("uid", uid),
      findByUserCode: (userCode) => findBy("userCode", userCode),
      async consume(id) {
        const payload = rows.get(keyOf(id));
        if (payload) rows.set(keyOf(id), { ...payload, consumed: Math.floor(Date.now() / 1000) });
      },
      destroy: async (id) => void rows.delete(keyOf(id)),
      async revokeByGrantId(grantId) {
        for (const [key, payload] of rows) if (payload.grantId === grantId) rows.delete(key);
      },
    };
  };
}
