import { ConflictError, NotFoundError, ValidationError } from './errors/errors.ts'
import { createVersionConflict } from './errors/version-conflict.ts'

interface NamedRow {
  name: string
  version: number
}

interface RowNouns {
  /** With its article, at the beginning of a sentence: `An alert`. */
  one: string
  /** The word alone: `alert`. */
  noun: string
  /** Rows of an environment. */
  limit: number
}

/** Rules of rows of an environment that have a name of their own in it and a version, such as alerts. */
export function namedRows({ one, noun, limit }: RowNouns) {
  /** @throws NotFoundError without a row */
  function require<Row>(found: Row | undefined): Row {
    if (found === undefined) throw new NotFoundError(`There is no such ${noun} in this environment.`)
    return found
  }
  return {
    require,
    /** Returns a row of the version that a change started from. @throws NotFoundError, ConflictError for another one */
    requireVersion<Row extends NamedRow>(found: Row | undefined, version: number): Row {
      const row = require(found)
      if (row.version !== version)
        throw createVersionConflict(`Somebody else changed the ${noun} meanwhile.`, { version: row.version })
      return row
    },
    /**
     * Checks the place of a row among those of its environment.
     * @param before the row as it is stored; undefined: a new one
     * @throws ValidationError for a name that another row has, and for a row too many
     */
    assertPlace(name: string, rows: readonly NamedRow[], before: NamedRow | undefined): void {
      const same = rows.find(each => each !== before && each.name.toLowerCase() === name.toLowerCase())
      if (same !== undefined) throw new ValidationError(['settings', 'name'], `${one} named ${same.name} exists.`)
      if (before === undefined && rows.length >= limit)
        throw new ValidationError([], `An environment has at most ${limit} ${noun}s.`)
    },
    createIdConflict: () => new ConflictError(`${one} with this id exists.`, { reason: 'resource.exists' }),
  }
}
