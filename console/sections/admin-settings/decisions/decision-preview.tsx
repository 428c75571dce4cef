import { ReviewActions, VisuallyHidden } from '@assay/design-system'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { decisionActions, reasonActions } from '../../../platform/cases/decisions/decision-actions.ts'
import type { DecisionFields } from './decision-form.ts'

/** The buttons of a case as reviewers see them, with their keys; none can be pressed here. */
export function DecisionPreview({ decisions }: { decisions: readonly DecisionFields[] }) {
  const intl = useIntl()
  const heading = useId()
  const named = decisions.map((decision, index) => ({
    ...decision,
    name: decision.name.trim() || intl.formatMessage({ id: 'Admin.Decisions.Number' }, { number: index + 1 }),
  }))
  const actions = [...decisionActions(named), ...reasonActions(named, intl).filter(({ first }) => first)].map(
    // Two decisions can have one name while somebody is typing.
    ({ id, label, shortcut, quick, icon, decision }, index) => ({
      id: `${id}/${index}`,
      label,
      ...(shortcut === undefined ? {} : { shortcut }),
      ...(quick === undefined ? {} : { quick }),
      ...(icon === undefined ? {} : { icon }),
      ...(decision === undefined ? {} : { decision }),
    }),
  )
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-2 rounded-card border border-line-subtle p-3">
      <h2 id={heading} className="text-sm font-semibold">
        <FormattedMessage id="Admin.Decisions.Preview" />
      </h2>
      <p className="text-xs text-fg-muted">
        <FormattedMessage id="Admin.Decisions.Preview.Text" />
      </p>
      <div inert>
        <ReviewActions actions={actions} onAction={() => undefined} layout="bar" singleKeys />
      </div>
      <VisuallyHidden>
        <ul>
          {actions.map(({ id, label, shortcut }) => (
            <li key={id}>
              {label} {shortcut}
            </li>
          ))}
        </ul>
      </VisuallyHidden>
    </section>
  )
}
