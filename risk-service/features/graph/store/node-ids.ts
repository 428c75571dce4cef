import { type GraphNodeType, graphNodeTypes } from '../../../contract/index.ts'
import type { GraphRef } from '../../../engine/graph/types.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'
import { readSetting } from '../../../kernel/store/setting-store.ts'
import type { Db } from '../../../ports/database.ts'

/** Turns nodes into ids and back. */
export interface NodeIds {
  encode: (ref: GraphRef) => Promise<string>
  /** @throws ValidationError `graph.node` for a text that is no id of this tenant */
  decode: (id: string, path: (string | number)[]) => Promise<GraphRef>
}

const settingKey = 'graphNodeKey'
const encoder = new TextEncoder()
const toText = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), character => character.charCodeAt(0))

/** Nodes that are found by an id of the service have nothing to hide. */
const plain: ReadonlySet<GraphNodeType> = new Set(['transaction', 'case'])
const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Loads the ids of a tenant's nodes. A value is encrypted with an initialisation vector that follows from itself: the
 * same value has the same id in every answer, and an id shows nothing of a value that is masked for the caller.
 */
export async function loadNodeIds(db: Db, tenantId: string): Promise<NodeIds> {
  const secret = await loadSecret(db, tenantId)
  const derive = async (use: string): Promise<Uint8Array<ArrayBuffer>> =>
    new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(`${use} ${secret}`)))
  const mac = await crypto.subtle.importKey('raw', await derive('mac'), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  const cipher = await crypto.subtle.importKey('raw', await derive('cipher'), 'AES-CBC', false, ['encrypt', 'decrypt'])
  const vectorOf = async (content: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> =>
    new Uint8Array(await crypto.subtle.sign('HMAC', mac, content)).slice(0, 16)
  return {
    async encode({ type, value }) {
      if (plain.has(type)) return `${type}.${value}`
      const content = encoder.encode(`${type}\n${value}`)
      const iv = await vectorOf(content)
      const hidden = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-CBC', iv }, cipher, content))
      return `${type}.${toText(iv)}${toText(hidden)}`
    },
    async decode(id, path) {
      const refused = new ValidationError(path, 'There is no node with this id.', { code: 'graph.node' })
      const dot = id.indexOf('.')
      const type = graphNodeTypes.find(each => each === id.slice(0, dot))
      const rest = id.slice(dot + 1)
      if (type === undefined) throw refused
      if (plain.has(type)) {
        if (!uuidForm.test(rest)) throw refused
        return { type, value: rest }
      }
      try {
        // Sixteen bytes are 22 letters.
        const iv = toBytes(rest.slice(0, 22))
        const content = new Uint8Array(
          await crypto.subtle.decrypt({ name: 'AES-CBC', iv }, cipher, toBytes(rest.slice(22))),
        )
        const text = new TextDecoder('utf-8', { fatal: true }).decode(content)
        if (toText(await vectorOf(content)) === toText(iv) && text.startsWith(`${type}\n`))
          return { type, value: text.slice(type.length + 1) }
      } catch {
        // A text that was never encrypted.
      }
      throw refused
    },
  }
}

/** Returns the key of a tenant, which is made at its first use. */
async function loadSecret(db: Db, tenantId: string): Promise<string> {
  const stored = await readSetting(db, tenantId, settingKey)
  if (typeof stored === 'string') return stored
  const made = toText(crypto.getRandomValues(new Uint8Array(32)))
  await db
    .insertInto('setting')
    .values({ scope: tenantId, key: settingKey, value: JSON.stringify(made) })
    .onConflict(conflict => conflict.columns(['scope', 'key']).doNothing())
    .execute()
  // Of two first uses one has been stored.
  return String(await readSetting(db, tenantId, settingKey))
}
