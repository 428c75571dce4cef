import type { MovedObject } from '../../../contract/moving-in/moving-in.ts'
import type { MovedKind } from '../../../contract/moving-in/moving-in-definitions.ts'
import { fileNameOf } from '../../configuration/files/file-names.ts'
import type { ObjectPlace } from '../model/moved-objects.ts'

/** Kinds whose texts are compared; rows of lists are personal data, and are not. */
const compared: Partial<Record<MovedKind, string>> = {
  velocitySet: 'velocities',
  function: 'functions',
  rule: 'rules',
  routingRule: 'rules/routing',
}
/** Longest text that is compared. */
const maxLength = 20_000

/** Returns the texts of an object before and after, part by part; null for a kind that has none. */
export function comparedText(
  { kind, area, name }: ObjectPlace,
  { before, after }: { before: ReadonlyMap<string, string>; after: ReadonlyMap<string, string> },
): MovedObject['text'] {
  const folder = compared[kind]
  if (folder === undefined) return null
  const prefix = `${kind === 'rule' ? `rules/${area}` : folder}/${fileNameOf(name)}/`
  const textIn = (files: ReadonlyMap<string, string>): string =>
    [...files]
      .filter(([path]) => path.toLowerCase().startsWith(prefix.toLowerCase()) && path.endsWith('.fql'))
      // The condition stands above the clauses, as in the editor.
      .toSorted(([a], [b]) => Number(b.endsWith('/condition.fql')) - Number(a.endsWith('/condition.fql')))
      .map(([path, text]) => `// ${path.slice(prefix.length, -'.fql'.length)}\n${text}`)
      .join('\n')
      .slice(0, maxLength)
  return { before: textIn(before), after: textIn(after) }
}
