import { Field, FileDrop, Textarea } from '@assay/design-system'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { type EventTextError, eventLimit } from './parse-events.ts'

/** Largest file of events, in bytes. */
const largestFile = 20 * 1024 * 1024

interface EventTextFieldProps {
  text: string
  error: EventTextError | undefined
  onText: (text: string) => void
}

/** Events as text: pasted, or of a file. */
export function EventTextField({ text, error, onText }: EventTextFieldProps) {
  const intl = useIntl()
  const [file, setFile] = useState<File | null>(null)
  const readFile = async (chosen: File) => {
    setFile(chosen)
    onText(await chosen.text())
  }
  return (
    <>
      <Field
        label={<FormattedMessage id="Schema.Import.Text" />}
        description={<FormattedMessage id="Schema.Import.Help" />}
        required
        {...(error === undefined
          ? {}
          : {
              error: (
                <FormattedMessage
                  id={`Schema.Import.Error.${error.code}`}
                  values={{ line: error.line, column: error.column, limit: eventLimit }}
                />
              ),
            })}
      >
        <Textarea
          mono
          rows={10}
          spellCheck={false}
          value={text}
          onChange={event => {
            setFile(null)
            onText(event.target.value)
          }}
        />
      </Field>
      <FileDrop
        label={intl.formatMessage({ id: 'Schema.Import.File' })}
        accept=".json,.ndjson,.jsonl,application/json"
        acceptLabel="JSON, NDJSON"
        maxSize={largestFile}
        files={file ? [{ id: 'file', name: file.name, size: file.size, state: { kind: 'done' } }] : []}
        onFilesAdd={([chosen]) => {
          if (chosen) void readFile(chosen)
        }}
        onRemove={() => {
          setFile(null)
          onText('')
        }}
      />
    </>
  )
}
