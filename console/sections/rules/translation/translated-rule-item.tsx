import { Checkbox } from '@assay/design-system'
import type { TranslatedRule, TranslationNote } from '@assay/risk-service/fql/translation'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { StateBadge } from '../../../platform/authoring/translation/state-badge.tsx'

interface TranslatedRuleItemProps {
  rule: TranslatedRule
  left: boolean
  onLeave: (isLeft: boolean) => void
}

/** One rule: its state, the original beside the translation, and its notes with what to do next. */
export function TranslatedRuleItem({ rule, left, onLeave }: TranslatedRuleItemProps) {
  const { name, state, original, clause, notes } = rule
  return (
    <li className="flex flex-col gap-2 border-bs border-line-subtle py-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        {clause === null ? (
          <bdi className="min-w-0 font-medium wrap-anywhere">{name}</bdi>
        ) : (
          <Checkbox
            label={<FormattedMessage id="Rules.Translate.Draft" values={{ name: <bdi key="name">{name}</bdi> }} />}
            checked={!left}
            onCheckedChange={checked => onLeave(checked !== true)}
          />
        )}
        <StateBadge state={state} />
      </div>
      <div className="grid gap-3 md:grid-cols-2">
        <CodeText heading={<FormattedMessage id="Rules.Translate.Original" />} text={original} />
        <CodeText heading={<FormattedMessage id="Rules.Translate.Translation" />} text={clause?.text ?? null} />
      </div>
      {notes.length === 0 ? null : (
        <ul className="flex flex-col gap-1 text-fg-secondary">
          {notes.map(note => (
            <NoteItem key={`${note.code} ${note.condition ?? ''} ${note.message}`} note={note} />
          ))}
        </ul>
      )}
    </li>
  )
}

function CodeText({ heading, text }: { heading: ReactNode; text: string | null }) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <h3 className="text-xs font-medium text-fg-secondary">{heading}</h3>
      {text === null ? (
        <p className="text-fg-muted">
          <FormattedMessage id="Rules.Translate.NoTranslation" />
        </p>
      ) : (
        <pre
          dir="ltr"
          className="rounded-control bg-surface-sunken p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
        >
          {text}
        </pre>
      )}
    </div>
  )
}

/** The condition that a note is about, its sentence, and what to do next. */
function NoteItem({ note: { code, state, condition, parameters } }: { note: TranslationNote }) {
  return (
    <li className="wrap-anywhere">
      {condition === null ? null : (
        // The space is on the side of the sentence, whose direction may be another.
        <span className="me-1">
          <bdi dir="ltr" className="font-mono text-xs text-fg">
            {condition}
          </bdi>
        </span>
      )}
      <FormattedMessage id={`Rules.Translate.Note.${code}`} values={parameters} />
      {state === 'failed' || state === 'leftOut' ? (
        <>
          {' '}
          <FormattedMessage id={`Rules.Translate.Next.${state}`} />
        </>
      ) : null}
    </li>
  )
}
