import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'

/*
 * A catalogue as it travels: parsed, as the formatter wants it, but without what that repeats. Ids are nested by their
 * parts, a text without arguments is a text, and a part of a message is a short array. About a seventh smaller when
 * compressed, and half when not.
 */

/** Kinds of parts, by the parser's numbers. */
const kinds = { literal: 0, argument: 1, number: 2, date: 3, time: 4, select: 5, plural: 6, pound: 7, tag: 8 } as const

type SerialisedPart = string | typeof kinds.pound | readonly [kind: number, value: string, ...more: unknown[]]
type SerialisedMessage = string | readonly SerialisedPart[]
/** The message of an id that is also the beginning of others stands under the empty name. */
export interface SerialisedMessages {
  readonly [part: string]: SerialisedMessage | SerialisedMessages
}

type Options = Record<string, { value: MessageFormatElement[] }>

function serialiseOptions(options: Options): Record<string, SerialisedMessage> {
  return Object.fromEntries(Object.entries(options).map(([name, { value }]) => [name, serialiseMessage(value)]))
}

function serialisePart(part: MessageFormatElement): SerialisedPart {
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
        serialiseOptions(options),
        ...(offset === 0 && pluralType === 'cardinal' ? [] : [offset, pluralType]),
      ]
    }
    case kinds.tag: {
      const { type, value, children } = part as unknown as {
        type: number
        value: string
        children: MessageFormatElement[]
      }
      return [type, value, serialiseMessage(children)]
    }
    default: {
      const { type, value, style } = part as unknown as { type: number; value: string; style?: unknown }
      return style === undefined || style === null ? [type, value] : [type, value, style]
    }
  }
}

function serialiseMessage(parts: readonly MessageFormatElement[]): SerialisedMessage {
  const packed = parts.map(serialisePart)
  const [only] = packed
  return packed.length === 1 && typeof only === 'string' ? only : packed
}

/** Packs parsed messages by id. */
export function serialiseMessages(
  messages: Readonly<Record<string, readonly MessageFormatElement[]>>,
): SerialisedMessages {
  type Tree = Record<string, unknown>
  const root: Tree = Object.create(null) as Tree
  const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)
  for (const [id, parts] of Object.entries(messages)) {
    const names = id.split('.')
    const last = names.pop() ?? ''
    let at = root
    for (const name of names) {
      const existing = at[name]
      const next: Tree = isTree(existing)
        ? existing
        : Object.assign(Object.create(null) as Tree, existing === undefined ? {} : { '': existing })
      at[name] = next
      at = next
    }
    const own = at[last]
    if (isTree(own)) own[''] = serialiseMessage(parts)
    else at[last] = serialiseMessage(parts)
  }
  return root as SerialisedMessages
}

function parsePart(part: SerialisedPart): MessageFormatElement {
  if (typeof part === 'string') return { type: kinds.literal, value: part } as unknown as MessageFormatElement
  if (typeof part === 'number') return { type: part } as unknown as MessageFormatElement
  const [type, value, more, offset, pluralType] = part
  if (type === kinds.select || type === kinds.plural) {
    const options = Object.fromEntries(
      Object.entries(more as Record<string, SerialisedMessage>).map(([name, inner]) => [
        name,
        { value: parseMessage(inner) },
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
    return { type, value, children: parseMessage(more as SerialisedMessage) } as unknown as MessageFormatElement
  return { type, value, ...(type === kinds.argument ? {} : { style: more ?? null }) } as unknown as MessageFormatElement
}

function parseMessage(message: SerialisedMessage): MessageFormatElement[] {
  return (typeof message === 'string' ? [message] : message).map(parsePart)
}

/** The catalogue in the format of the formatter: parsed messages by id. */
export function parseMessages(packed: SerialisedMessages): Record<string, MessageFormatElement[]> {
  const messages: Record<string, MessageFormatElement[]> = {}
  const walk = (tree: SerialisedMessages, prefix: string): void => {
    for (const [name, value] of Object.entries(tree)) {
      const id = name === '' ? prefix : prefix === '' ? name : `${prefix}.${name}`
      if (typeof value === 'string' || Array.isArray(value)) messages[id] = parseMessage(value as SerialisedMessage)
      else walk(value as SerialisedMessages, id)
    }
  }
  walk(packed, '')
  return messages
}
