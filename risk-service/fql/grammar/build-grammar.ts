import { readFile, writeFile } from 'node:fs/promises'
import { buildParserFile } from '@lezer/generator'

/**
 * Writes the committed parser from the grammar: `node risk-service/fql/grammar/build-grammar.ts`. A test proves that
 * the committed files equal the output of this script.
 */
const folder = new URL('./', import.meta.url)

/** Returns the generated files by name. */
export async function generateParser(): Promise<Record<'parser.ts' | 'parser.terms.ts', string>> {
  const grammar = await readFile(new URL('fql.grammar', folder), 'utf8')
  const built = buildParserFile(grammar, {
    fileName: 'fql.grammar',
    typeScript: true,
    warn: message => {
      throw new Error(message)
    },
  })
  return { 'parser.ts': built.parser, 'parser.terms.ts': built.terms }
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  for (const [name, text] of Object.entries(await generateParser())) await writeFile(new URL(name, folder), text)
}
