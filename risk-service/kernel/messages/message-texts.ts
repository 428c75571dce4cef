import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { IntlMessageFormat } from 'intl-messageformat'
import type { MessageTexts } from '../../ports/index.ts'

/**
 * Reads the message files of the product, for texts outside of the console. Each language is read when it is first used.
 * @param folder with a file for each language, such as `de-DE.json`
 */
export function createMessageTexts(folder: string): MessageTexts {
  const catalogues = new Map<string, Promise<Record<string, string>>>()
  const read = async (language: string): Promise<Record<string, string>> =>
    JSON.parse(await readFile(path.join(folder, `${language}.json`), 'utf8')) as Record<string, string>
  return {
    async in(language) {
      const reading = catalogues.get(language) ?? read(language)
      catalogues.set(language, reading)
      const texts = await reading.catch((error: unknown) => {
        // The next message tries again.
        catalogues.delete(language)
        throw error
      })
      return {
        has: id => Object.hasOwn(texts, id),
        format(id, values) {
          const text = texts[id]
          if (text === undefined) throw new Error(`There is no message ${id}.`)
          return String(new IntlMessageFormat(text, language).format(values))
        },
      }
    },
  }
}
