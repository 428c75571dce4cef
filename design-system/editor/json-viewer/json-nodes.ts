export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null'

/** One line of the viewer. */
export interface JsonNode {
  /** Path in JavaScript notation: `user.email`, `lines[0].sku`. Empty for the root. */
  path: string
  key: string | null
  kind: JsonKind
  depth: number
  /** Text of a value; empty for an object or array. */
  text: string
  size: number
  position: number
  siblings: number
  /** The value exists, and the reader may not see it. */
  masked: boolean
  /** The value was removed from the record. */
  redacted: boolean
}

export function kindOf(value: unknown): JsonKind {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'array'
  const type = typeof value
  if (type === 'object') return 'object'
  if (type === 'number' || type === 'bigint') return 'number'
  return type === 'boolean' ? 'boolean' : 'string'
}

const plainKey = /^[\p{L}_$][\p{L}\p{N}_$]*$/u

export function childPath(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`
  if (!plainKey.test(key)) return `${path}[${JSON.stringify(key)}]`
  return path === '' ? key : `${path}.${key}`
}

function childrenOf(value: unknown, kind: JsonKind): [string | number, unknown][] {
  if (kind === 'array') return (value as unknown[]).map((entry, i) => [i, entry])
  return kind === 'object' ? Object.entries(value as object) : []
}

export interface VisibleNodesOptions {
  isOpen: (path: string, depth: number) => boolean
  isMasked: (path: string) => boolean
  isRedacted?: ((path: string) => boolean) | undefined
}

/** The values on the path from the root: one that contains itself would never end. */
interface AncestorChain {
  value: unknown
  above: AncestorChain | null
}

function contains(above: AncestorChain | null, value: unknown): boolean {
  for (let at = above; at; at = at.above) if (at.value === value) return true
  return false
}

/** The visible lines, without recursion: a deeply nested payload must not overflow the stack. */
export function visibleNodes(root: unknown, { isOpen, isMasked, isRedacted }: VisibleNodesOptions): JsonNode[] {
  const lines: JsonNode[] = []
  const stack: {
    value: unknown
    path: string
    key: string | null
    depth: number
    position: number
    siblings: number
    above: AncestorChain | null
  }[] = [{ value: root, path: '', key: null, depth: 0, position: 1, siblings: 1, above: null }]
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    const redacted = isRedacted?.(entry.path) ?? false
    const masked = redacted || isMasked(entry.path)
    const endless = typeof entry.value === 'object' && entry.value !== null && contains(entry.above, entry.value)
    const kind = masked || endless ? 'string' : kindOf(entry.value)
    const children = masked || endless ? [] : childrenOf(entry.value, kind)
    lines.push({
      path: entry.path,
      key: entry.key,
      kind,
      depth: entry.depth,
      size: children.length,
      position: entry.position,
      siblings: entry.siblings,
      masked,
      redacted,
      text: masked
        ? '••••'
        : endless
          ? '↻'
          : kind === 'object' || kind === 'array'
            ? ''
            : kind === 'string'
              ? JSON.stringify(entry.value)
              : String(entry.value ?? null),
    })
    if (children.length === 0 || !isOpen(entry.path, entry.depth)) continue
    for (let i = children.length - 1; i >= 0; i--) {
      const child = children[i]
      if (!child) continue
      stack.push({
        value: child[1],
        path: childPath(entry.path, child[0]),
        key: String(child[0]),
        depth: entry.depth + 1,
        position: i + 1,
        siblings: children.length,
        above: { value: entry.value, above: entry.above },
      })
    }
  }
  return lines
}

/** The value at a path as text for the clipboard, with masked parts left masked. */
export function serialiseAt(root: unknown, path: string, isMasked: (path: string) => boolean): string {
  const stack: { value: unknown; path: string }[] = [{ value: root, path: '' }]
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    if (entry.path === path)
      return typeof entry.value === 'string'
        ? entry.value
        : (JSON.stringify(mask(entry.value, path, isMasked), null, 2) ?? 'null')
    for (const [key, value] of childrenOf(entry.value, kindOf(entry.value))) {
      const next = childPath(entry.path, key)
      if (path.startsWith(next)) stack.push({ value, path: next })
    }
  }
  return ''
}

function mask(value: unknown, path: string, isMasked: (path: string) => boolean): unknown {
  if (isMasked(path)) return '••••'
  const kind = kindOf(value)
  if (kind === 'array') return (value as unknown[]).map((entry, i) => mask(entry, childPath(path, i), isMasked))
  if (kind === 'object')
    return Object.fromEntries(
      Object.entries(value as object).map(([key, entry]) => [key, mask(entry, childPath(path, key), isMasked)]),
    )
  return value
}

/**
 * Paths whose key or plain value contains the text. Masked values are not searched: a match would reveal their content.
 */
export function findPaths(root: unknown, text: string, isMasked: (path: string) => boolean, limit = 1000): string[] {
  const wanted = text.toLocaleLowerCase()
  if (wanted === '') return []
  const all = visibleNodes(root, { isOpen: () => true, isMasked })
  const found: string[] = []
  for (const node of all) {
    if (found.length >= limit) break
    if (
      (node.key ?? '').toLocaleLowerCase().includes(wanted) ||
      (!node.masked && node.text.toLocaleLowerCase().includes(wanted))
    )
      found.push(node.path)
  }
  return found
}

/** Every object or array on the way to a path. */
export function ancestorsOf(path: string): string[] {
  const found = ['']
  for (let i = 1; i < path.length; i++) {
    if (path[i] === '.' || path[i] === '[') found.push(path.slice(0, i))
  }
  return found
}

/** Whether a value is longer than a number of characters, without serialising it: counting stops at the limit. */
export function isLongerThan(root: unknown, limit: number): boolean {
  let length = 0
  const stack = [root]
  for (let value = stack.pop(); length <= limit; value = stack.pop()) {
    const kind = kindOf(value)
    if (kind === 'array' || kind === 'object') {
      for (const [key, child] of childrenOf(value, kind)) {
        length += 4 + (typeof key === 'string' ? key.length : 0)
        if (length > limit) return true
        stack.push(child)
      }
    } else length += typeof value === 'string' ? value.length + 2 : 6
    if (stack.length === 0) break
  }
  return length > limit
}
