import { Button, Callout, SegmentedControl, Skeleton } from '@assay/design-system'
import type { RuleBody, RuleType } from '@assay/risk-service/contract'
import { type ReactNode, useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Part } from '../../../platform/authoring/fql/diagnostics.ts'
import type { RuleEdit } from '../rule-draft.ts'
import { parseClause, parseCondition } from './parse-clause.ts'
import { useVisualFields } from './use-visual-fields.ts'
import type { VisualContent } from './visual-content.ts'
import { VisualPane } from './visual-pane.tsx'

type View = 'visual' | 'code'

interface ClauseViews {
  /** Switches between blocks and code; absent without a visual view. */
  switcher?: ReactNode
  /** The blocks, in the place of the code. */
  instead?: ReactNode
  /** Above the code that was made from blocks: what changing it by hand means. */
  bar?: ReactNode
  /** Not yet unlocked for changes by hand. */
  locked: boolean
}

interface ClauseViewsOptions {
  type: RuleType
  body: RuleBody
  part: Part
  edit: (edit: RuleEdit) => void
  canEdit: boolean
  /** A requested position in the text, a new object each time: blocks have no positions, so the code is shown. */
  place: { part: Part } | null
}

/**
 * The two views of a part of a rule. A clause that was made from conditions opens as blocks; its code is read-only
 * until the user unlocks it, and after its first change it stays code. A part that was written as code can be shown as
 * blocks if they represent all of it.
 */
export function useClauseViews({ type, body, part, edit, canEdit, place }: ClauseViewsOptions): ClauseViews {
  const intl = useIntl()
  const fields = useVisualFields(type)
  const [chosen, setChosen] = useState<{ part: Part; name: string | undefined; view: View; unlocked: boolean } | null>(
    null,
  )
  const nameOf = (of: Part) => (of === 'condition' ? undefined : body.clauses[of]?.name)
  // Within this render, so that the code exists when the cursor is moved to its position.
  const [reached, setReached] = useState(place)
  if (place !== reached) {
    setReached(place)
    if (place)
      setChosen({
        part: place.part,
        name: nameOf(place.part),
        view: 'code',
        unlocked: chosen?.part === place.part && chosen.name === nameOf(place.part) && chosen.unlocked,
      })
  }
  const clause = part === 'condition' ? undefined : body.clauses[part]
  const text = clause?.text ?? body.condition
  const read = useMemo((): VisualContent | null => {
    if (type === 'postDecision' && part !== 'condition') return null
    if (part !== 'condition') return parseClause(text, fields.byCode)
    const when = parseCondition(text, fields.byCode)
    return when && { head: null, when }
  }, [type, part, text, fields.byCode])
  const made = clause?.visual === true
  // Clauses are moved and deleted: the choice does not apply to another clause in the same place.
  const own = chosen?.part === part && chosen.name === clause?.name ? chosen : null
  if (made && fields.loading)
    return {
      instead: (
        <div className="p-4" aria-busy="true">
          <Skeleton className="h-2 w-1/2" />
        </div>
      ),
      locked: true,
    }
  const offered = read !== null && clause?.visual !== false
  const view: View = !offered ? 'code' : (own?.view ?? (made ? 'visual' : 'code'))
  const locked = made && canEdit && !own?.unlocked
  const show = (next: View) => setChosen({ part, name: clause?.name, view: next, unlocked: false })
  return {
    locked,
    ...(offered
      ? {
          switcher: (
            <SegmentedControl<View>
              label={intl.formatMessage({ id: 'Rules.Visual.View' })}
              value={view}
              onValueChange={show}
              segments={[
                { value: 'visual', label: <FormattedMessage id="Rules.Visual.Visual" /> },
                { value: 'code', label: <FormattedMessage id="Rules.Visual.Code" /> },
              ]}
            />
          ),
        }
      : {}),
    ...(view === 'visual' && read
      ? {
          instead: (
            <VisualPane
              key={String(part)}
              part={part}
              text={text}
              read={read}
              fields={fields}
              onText={
                canEdit
                  ? next =>
                      edit(
                        part === 'condition'
                          ? { type: 'text', part, text: next }
                          : { type: 'blocks', index: part, text: next },
                      )
                  : undefined
              }
            />
          ),
        }
      : {}),
    ...(view === 'code' && locked
      ? {
          bar: (
            <Callout
              tone="info"
              className="m-3"
              actions={
                <Button size="sm" onClick={() => setChosen({ part, name: clause?.name, view: 'code', unlocked: true })}>
                  <FormattedMessage id="Rules.Visual.EditCode" />
                </Button>
              }
            >
              <FormattedMessage id="Rules.Visual.OneWay" />
            </Callout>
          ),
        }
      : {}),
  }
}
