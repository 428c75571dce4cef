import type { RuleBody, RuleDiagnostic } from '@assay/risk-service/contract'
import { createContext, useCallback, useMemo, useState } from 'react'
import { useIntl } from 'react-intl'
import type { Part } from '../../../platform/authoring/fql/diagnostics.ts'
import type { VisualContent } from './visual-content.ts'

/** Blocks of which some have no value yet, beside the text that they were complete with. */
export interface UnfinishedPart {
  text: string
  model: VisualContent
  /** Number of conditions without a value. */
  count: number
}
interface UnfinishedParts {
  read: (part: Part) => UnfinishedPart | null
  write: (part: Part, unfinished: UnfinishedPart | null) => void
}

/** The unfinished blocks of the rule that is edited: they outlast a visit to another part of it. */
export const UnfinishedPartsContext = createContext<UnfinishedParts | null>(null)

/** A problem of blocks has no code of the query language, and no position in a text. */
export const isOfBlocks = ({ code }: Pick<RuleDiagnostic, 'code'>): boolean => code === ''

const textOf = ({ condition, clauses }: RuleBody, part: Part) =>
  part === 'condition' ? condition : clauses[part]?.text
const nameOf = ({ clauses }: RuleBody, part: Part) => (part === 'condition' ? '' : (clauses[part]?.name ?? ''))

/** Conditions that are not in the text of a rule because they have no value, and the problems that they are. */
export function useUnfinishedParts(
  body: RuleBody | null,
  editing: boolean,
): { parts: UnfinishedParts; problems: readonly RuleDiagnostic[] } {
  const intl = useIntl()
  // By the name of the clause: clauses are moved.
  const [stored, setStored] = useState<Readonly<Record<string, UnfinishedPart>>>({})
  if (body === null && Object.keys(stored).length > 0) setStored({})
  const read = useCallback(
    (part: Part) => {
      const found = body === null ? undefined : stored[nameOf(body, part)]
      // Once the text was changed by other means, it is what counts.
      return found && body && found.text === textOf(body, part) ? found : null
    },
    [body, stored],
  )
  const write = useCallback(
    (part: Part, unfinished: UnfinishedPart | null) => {
      if (body === null) return
      const name = nameOf(body, part)
      setStored(({ [name]: _previous, ...others }) =>
        unfinished === null ? others : { ...others, [name]: unfinished },
      )
    },
    [body],
  )
  const problems = useMemo(
    () =>
      body === null || !editing
        ? []
        : (['condition', ...body.clauses.keys()] as const).flatMap((part): RuleDiagnostic[] => {
            const unfinished = read(part)
            return unfinished === null
              ? []
              : [
                  {
                    part,
                    clause: part === 'condition' ? null : nameOf(body, part),
                    severity: 'error',
                    code: '',
                    params: {},
                    message: intl.formatMessage({ id: 'Rules.Visual.Unfinished' }, { count: unfinished.count }),
                    from: 0,
                    to: 0,
                    line: 1,
                    column: 1,
                  },
                ]
          }),
    [intl, body, editing, read],
  )
  return { parts: useMemo(() => ({ read, write }), [read, write]), problems }
}
