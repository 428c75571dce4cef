import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'

/*
 * A catalogue as it travels: parsed, as the formatter wants it, but without what that repeats. Ids are nested by their
 * parts, a text without arguments is a text, and a part of a message is a short array. About a seventh smaller when
 * compressed, and half when not.
 */

/** Kinds of parts, by the parser's numbers. */
const kinds = { literal: 0, argument: 1, number: 2, date: 3, time: 4, select: 5, plural: 6, pound: 7, tag: 8 } as const

type PackedPart = string | typeof kinds.pound | readonly [kind: number, value: string, ...more: unknown[]]
type PackedMessage = string | readonly PackedPart[]
/** The message of an id that is also the beginning of others stands under the empty name. */
export interface PackedMessages {
  readonly [part: string]: PackedMessage | PackedMessages
}

type Options = Record<string, { value: MessageFormatElement[] }>

function packOptions(options: Options): Record<string, PackedMessage> {
  return Object.fromEntries(Object.entries(options).map(([name, { value }]) => [name, packMessage(value)]))
}

function packPart(part: MessageFormatElement): PackedPart {
  switch (part.type as number) {
    case kinds.literal:
      return (part as { value: string }).value
    case kinds.pound:
      return kinds.pound
    case kinds.select:
    case kinds.plural: {
      const {
        type,
        value,
        options,
        offset = 0,
        pluralType = 'cardinal',
      } = part as unknown as { type: number; value: string; options: Options; offset?: number; pluralType?: string }
      return [
        type,
        value,
        packOptions(options),
        ...(offset === 0 && pluralType === 'cardinal' ? [] : [offset, pluralType]),
      ]
    }
    case kinds.tag: {
      const { type, value, children } = part as unknown as {
        type: number
        value: string
        children: MessageFormatElement[]
      }
      return [type, value, packMessage(children)]
    }
    default: {
      const { type, value, style } = part as unknown as { type: number; value: string; style?: unknown }
      return style === undefined || style === null ? [type, value] : [type, value, style]
    }
  }
}

function packMessage(parts: readonly MessageFormatElement[]): PackedMessage {
  const packed = parts.map(packPart)
  const [only] = packed
  return packed.length === 1 && typeof only === 'string' ? only : packed
}

/** Packs parsed messages by id. */
export function packMessages(messages: Readonly<Record<string, readonly MessageFormatElement[]>>): PackedMessages {
  type Tree = Record<string, unknown>
  const root: Tree = Object.create(null) as Tree
  const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)
  for (const [id, parts] of Object.entries(messages)) {
    const names = id.split('.')
    const last = names.pop() ?? ''
    let at = root
    for (const name of names) {
      const known = at[name]
      const next: Tree = isTree(known)
        ? known
        : Object.assign(Object.create(null) as Tree, known === undefined ? {} : { '': known })
      at[name] = next
      at = next
    }
    const own = at[last]
    if (isTree(own)) own[''] = packMessage(parts)
    else at[last] = packMessage(parts)
  }
  return root as PackedMessages
}

function unpackPart(part: PackedPart): MessageFormatElement {
  if (typeof part === 'string') return { type: kinds.literal, value: part } as unknown as MessageFormatElement
  if (typeof part === 'number') return { type: part } as unknown as MessageFormatElement
  const [type, value, more, offset, pluralType] = part
  if (type === kinds.select || type === kinds.plural) {
    const options = Object.fromEntries(
      Object.entries(more as Record<string, PackedMessage>).map(([name, inner]) => [
        name,
        { value: unpackMessage(inner) },
      ]),
    )
    return {
      type,
      value,
      options,
      ...(type === kinds.plural ? { offset: offset ?? 0, pluralType: pluralType ?? 'cardinal' } : {}),
    } as unknown as MessageFormatElement
  }
  if (type === kinds.tag)
    return { type, value, children: unpackMessage(more as PackedMessage) } as unknown as MessageFormatElement
  return { type, value, ...(type === kinds.argument ? {} : { style: more ?? null }) } as unknown as MessageFormatElement
}

function unpackMessage(message: PackedMessage): MessageFormatElement[] {
  return (typeof message === 'string' ? [message] : message).map(unpackPart)
}

/** The catalogue as the formatter takes it: parsed messages by id. */
export function unpackMessages(packed: PackedMessages): Record<string, MessageFormatElement[]> {
  const messages: Record<string, MessageFormatElement[]> = {}
  const walk = (tree: PackedMessages, prefix: string): void => {
    for (const [name, value] of Object.entries(tree)) {
      const id = name === '' ? prefix : prefix === '' ? name : `${prefix}.${name}`
      if (typeof value === 'string' || Array.isArray(value)) messages[id] = unpackMessage(value as PackedMessage)
      else walk(value as PackedMessages, id)
    }
  }
  walk(packed, '')
  return messages
}
