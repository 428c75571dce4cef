import type { Messages } from '@assay/design-system/i18n'

/*
 * The build divides the texts: those of the start, and those of each part of the console that is fetched when it is
 * needed. A part is imported together with its texts (`console/build/messages-plugin.ts` writes the calls of
 * `withTexts`).
 */

/** What the page speaks now, and the texts that its translator reads. */
interface ActiveTexts {
  language: string
  messages: Messages
}
export interface PartTexts {
  /** Texts of the start and of every part that was requested so far, in a language. */
  load: (language: string) => Promise<Messages>
  /** Makes these the texts of the page; parts that wait for a first language are loaded now. */
  activate: (spoken: ActiveTexts) => void
  /** Adds the texts of a part to the current ones, in the language that is active when they arrive. */
  loadPart: (part: string) => Promise<void>
}

/**
 * `fetchPart` fetches the texts of one part, `onAdded` is called after texts were added to those of the page,
 * `fallback` is the language of a part whose file cannot be loaded, and `onFailure` is called then.
 */
export function createPartTexts({
  fetchPart,
  fallback,
  onAdded,
  onFailure,
}: {
  fetchPart: (language: string, part: string) => Promise<Messages>
  fallback: string
  onAdded: (messages: Messages) => void
  onFailure: (error: unknown, language: string) => void
}): PartTexts {
  const requestedParts = new Set(['start'])
  const loadedParts = new WeakMap<Messages, Map<string, Promise<void>>>()
  let spoken: ActiveTexts | undefined
  let begin = (): void => undefined
  const begun = new Promise<void>(resolve => {
    begin = resolve
  })

  async function add({ language, messages }: ActiveTexts, part: string): Promise<void> {
    const texts = await fetchPart(language, part).catch((error: unknown) => {
      if (language === fallback) throw error
      onFailure(error, language)
      return fetchPart(fallback, part)
    })
    Object.assign(messages, texts)
    onAdded(messages)
  }

  return {
    async load(language) {
      const messages = {} as Messages
      const parts = new Map<string, Promise<void>>()
      // A part may be requested for the first time while the others are being loaded.
      for (
        let missing = [...requestedParts];
        missing.length > 0;
        missing = [...requestedParts].filter(part => !parts.has(part))
      ) {
        for (const part of missing)
          parts.set(
            part,
            fetchPart(language, part).then(texts => void Object.assign(messages, texts)),
          )
        await Promise.all(parts.values())
      }
      loadedParts.set(messages, parts)
      return messages
    },
    activate(next) {
      spoken = next
      begin()
    },
    async loadPart(part) {
      requestedParts.add(part)
      await begun
      for (let current = spoken; current; current = spoken === current ? undefined : spoken) {
        const parts = loadedParts.get(current.messages) ?? new Map<string, Promise<void>>()
        loadedParts.set(current.messages, parts)
        const coming = parts.get(part) ?? add(current, part)
        parts.set(part, coming)
        try {
          await coming
        } catch (error) {
          parts.delete(part)
          throw error
        }
      }
    },
  }
}
