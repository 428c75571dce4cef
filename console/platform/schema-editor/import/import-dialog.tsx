import { Button, Callout, Dialog, DialogContent } from '@assay/design-system'
import { type AssessmentSchema, schemaLimits } from '@assay/risk-service/contract/assessment-schemas'
import { type FormEvent, useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { applyDraft, type DraftChoices, type ExistingName } from './apply-draft.ts'
import { draftSchema, type SchemaDraft } from './draft-schema.ts'
import { EventTextField } from './event-text-field.tsx'
import { EvidenceTable } from './evidence-table.tsx'
import { type EventTextError, parseEvents } from './parse-events.ts'

interface ImportDialogProps {
  schema: AssessmentSchema
  onImport: (schema: AssessmentSchema) => void
  onClose: () => void
}

const noChoices: DraftChoices = { fields: new Map(), withoutSections: new Set() }
/** Lines with names that exist which are shown; of more, the number. */
const shownLines = 10

/** Drafts a schema from events, shows what the draft is based on, and adds what is accepted. */
export function ImportDialog({ schema, onImport, onClose }: ImportDialogProps) {
  const intl = useIntl()
  const form = useId()
  const [text, setText] = useState('')
  const [error, setError] = useState<EventTextError>()
  const [draft, setDraft] = useState<SchemaDraft | null>(null)
  const [choices, setChoices] = useState(noChoices)
  const [refusal, setRefusal] = useState<Exclude<ReturnType<typeof applyDraft>, { schema: AssessmentSchema }> | null>(
    null,
  )
  const analyse = () => {
    const read = parseEvents(text)
    setError(read.error)
    if (read.events === undefined) return
    setChoices(noChoices)
    setRefusal(null)
    setDraft(draftSchema(read.events))
  }
  const apply = (accepted: SchemaDraft) => {
    const applied = applyDraft(schema, accepted, choices, text)
    if (applied.schema === undefined) {
      setRefusal(applied)
      return
    }
    onImport(applied.schema)
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (draft === null) analyse()
    else apply(draft)
  }
  return (
    <Dialog
      open
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <DialogContent
        size="lg"
        title={<FormattedMessage id="Schema.Import.Title" />}
        description={
          draft === null ? (
            <FormattedMessage id="Schema.Import.Intro" />
          ) : (
            <FormattedMessage id="Schema.Import.Review" values={{ total: draft.total }} />
          )
        }
        footer={
          <>
            <Button onClick={onClose}>
              <FormattedMessage id="Common.Cancel" />
            </Button>
            {draft === null ? null : (
              <Button onClick={() => setDraft(null)}>
                <FormattedMessage id="Schema.Import.Back" />
              </Button>
            )}
            <Button variant="primary" type="submit" form={form}>
              <FormattedMessage id={draft === null ? 'Schema.Import.Analyse' : 'Schema.Import.Apply'} />
            </Button>
          </>
        }
      >
        <form id={form} noValidate className="flex min-w-0 flex-col gap-3" onSubmit={submit}>
          {draft === null ? (
            <EventTextField
              text={text}
              error={error}
              onText={next => {
                setText(next)
                setError(undefined)
              }}
            />
          ) : (
            <>
              {refusal?.existing ? <ExistingNames names={refusal.existing} /> : null}
              {refusal?.issue ? (
                <Callout tone="danger" live>
                  <FormattedMessage
                    id={`Schema.Error.${refusal.issue}`}
                    values={{ max: refusal.issue === 'depth' ? schemaLimits.depth : schemaLimits.fields }}
                  />
                </Callout>
              ) : null}
              <div
                role="group"
                tabIndex={0}
                aria-label={intl.formatMessage({ id: 'Schema.Import.Evidence' })}
                className="focus-ring-inset overflow-x-auto"
              >
                <EvidenceTable draft={draft} choices={choices} onChange={setChoices} />
              </div>
            </>
          )}
        </form>
      </DialogContent>
    </Dialog>
  )
}

/** Names that exist, by line: nothing was added. */
const ExistingNames = ({ names }: { names: readonly ExistingName[] }) => (
  <Callout tone="danger" live>
    <p>
      <FormattedMessage id="Schema.Import.Existing" />
    </p>
    <ul>
      {names.slice(0, shownLines).map(({ name, line }) => (
        <li key={name}>
          <FormattedMessage id="Schema.Import.ExistingLine" values={{ line, name: <bdi key="name">{name}</bdi> }} />
        </li>
      ))}
    </ul>
    {names.length > shownLines ? (
      <p>
        <FormattedMessage id="Schema.Import.ExistingMore" values={{ count: names.length - shownLines }} />
      </p>
    ) : null}
  </Callout>
)
