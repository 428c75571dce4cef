import { findQueryIssues, QueryBuilder, type QueryGroup } from '@assay/design-system'
import { use, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useLocation } from 'react-router-dom'
import type { Part } from '../../../platform/authoring/fql/diagnostics.ts'
import { useRecovery } from '../../../platform/recovery/use-recovery.ts'
import { type UnfinishedPart, UnfinishedPartsContext } from './unfinished-parts.tsx'
import type { VisualFields } from './use-visual-fields.ts'
import { clauseText, type VisualField, type VisualHead, whenText } from './visual-clause.ts'
import type { VisualContent } from './visual-content.ts'
import { VisualHeadFields } from './visual-head-fields.tsx'

const textOf = ({ head, when }: VisualContent, byId: ReadonlyMap<string, VisualField>) =>
  head === null ? whenText(when, byId) : clauseText({ head, when }, byId)

function referencedFields({ items }: QueryGroup, found: Set<string> = new Set()): Set<string> {
  for (const item of items) {
    if ('items' in item) referencedFields(item, found)
    else found.add(item.field)
  }
  return found
}

interface VisualPaneProps {
  part: Part
  text: string
  read: VisualContent
  fields: VisualFields
  /** Absent: only read. */
  onText: ((text: string) => void) | undefined
}

/** A clause as blocks. While a block is incomplete, the text stays unchanged, and the rule has a problem. */
export function VisualPane({ part, text, read, fields: { options: offered, byId }, onText }: VisualPaneProps) {
  // While the blocks are edited, conditions retain their identity, and their values even when one is missing.
  const [local, setLocal] = useState<{ text: string; model: VisualContent } | null>(null)
  const unfinished = use(UnfinishedPartsContext)
  const model = unfinished?.read(part)?.model ?? (local?.text === text ? local.model : read)
  const names = referencedFields(model.when)
  const shown = [
    ...offered,
    ...[...names].flatMap(id => (offered.some(field => field.id === id) ? [] : (byId.get(id) ?? []))),
  ]
  const problems = findQueryIssues(model.when, shown)
  // The address names the rule.
  useRecovery<UnfinishedPart>(
    `rules/visual${useLocation().pathname}/${part}`,
    problems.size > 0 ? { text, model, count: problems.size } : null,
    recovered => unfinished?.write(part, recovered),
  )
  const change = (next: VisualContent) => {
    const { size: count } = findQueryIssues(next.when, shown)
    const written = count === 0 ? textOf(next, byId) : text
    setLocal({ text: written, model: next })
    unfinished?.write(part, count === 0 ? null : { text, model: next, count })
    if (written !== text) onText?.(written)
  }
  const { head, when } = model
  const readOnly = onText === undefined
  return (
    <div className="@container relative flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4">
      {head === null ? null : (
        <VisualHeadFields
          head={head}
          readOnly={readOnly}
          onChange={(next: VisualHead) => change({ head: next, when })}
        />
      )}
      <div className="flex flex-col gap-2">
        <h3 className="text-xs font-medium text-fg-secondary">
          <FormattedMessage id="Rules.Visual.When" />
        </h3>
        <QueryBuilder
          fields={shown}
          value={when}
          readOnly={readOnly}
          sentence={when.items.length > 0}
          onValueChange={next => change(head === null ? { head, when: next } : { head, when: next })}
        />
        {problems.size > 0 && !readOnly ? (
          <p role="status" className="text-xs text-warning-text">
            <FormattedMessage id="Rules.Visual.Incomplete" />
          </p>
        ) : null}
      </div>
    </div>
  )
}
