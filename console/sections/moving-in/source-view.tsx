import { Button, Callout, Field, FileDrop, Icon, Select, Textarea } from '@assay/design-system'
import { movingInLimits } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { FolderOpen } from 'lucide-react'
import { useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../platform/api/client.ts'
import { useEnvironment } from '../../platform/environments/environments.tsx'
import type { useSource } from './use-source.ts'

const maxFileSize = 20_000_000
/** Bytes of a character, about: the limit is in characters. */
const megabyte = 1_000_000

/** Files, a folder, or text from the clipboard, and the assessment of rules that have no folder. */
export function SourceView({ source, disabled }: { source: ReturnType<typeof useSource>; disabled: boolean }) {
  const intl = useIntl()
  const environment = useEnvironment()
  const folder = useRef<HTMLInputElement>(null)
  const { files, pasted, fault } = source
  const { data } = useQuery(
    api.assessments.list.queryOptions({ input: { environmentId: environment.id }, staleTime: 60_000 }),
  )
  const assessments = data?.map(({ eventType, name }) => ({ value: eventType, label: name })) ?? [
    { value: 'purchase', label: intl.formatMessage({ id: 'Events.Assessment.purchase' }) },
  ]
  const size = Math.ceil(files.reduce((sum, { text }) => sum + text.length, 0) / 1000)
  return (
    <div className="flex max-w-3xl flex-col gap-5">
      <p className="text-fg-secondary">
        <FormattedMessage id="MovingIn.Intro" />
      </p>
      <div className="flex flex-col gap-2">
        <FileDrop
          label={intl.formatMessage({ id: 'MovingIn.Files' })}
          accept=".fql,.txt,.json,.csv"
          acceptLabel="FQL, TXT, JSON, CSV"
          multiple
          maxSize={maxFileSize}
          files={[]}
          disabled={disabled}
          onFilesAdd={added => void source.addFiles(added)}
          description={<FormattedMessage id="MovingIn.Files.Hint" />}
        />
        <input
          ref={element => {
            folder.current = element
            element?.setAttribute('webkitdirectory', '')
          }}
          type="file"
          hidden
          onChange={event => {
            void source.addFiles(
              [...(event.target.files ?? [])].filter(({ name }) => /\.(fql|txt|json|csv)$/i.test(name)),
            )
            event.target.value = ''
          }}
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button disabled={disabled} onClick={() => folder.current?.click()}>
            <Icon icon={FolderOpen} />
            <FormattedMessage id="MovingIn.Folder" />
          </Button>
          {files.length === 0 ? null : (
            <>
              <span className="text-fg-secondary tabular-nums" role="status">
                <FormattedMessage id="MovingIn.Files.Count" values={{ count: files.length, size }} />
              </span>
              <Button variant="ghost" disabled={disabled} onClick={source.clearFiles}>
                <FormattedMessage id="MovingIn.Files.Clear" />
              </Button>
            </>
          )}
        </div>
      </div>
      <Field
        label={<FormattedMessage id="MovingIn.Pasted" />}
        description={
          <FormattedMessage id="MovingIn.Pasted.Hint" values={{ rule: '// Rule: ', set: '// Velocity set: ' }} />
        }
      >
        <Textarea
          dir="ltr"
          rows={6}
          spellCheck={false}
          className="font-mono"
          disabled={disabled}
          maxLength={movingInLimits.pasted}
          value={pasted}
          onChange={event => source.paste(event.target.value)}
        />
      </Field>
      <Field label={<FormattedMessage id="MovingIn.Assessment" />} className="max-w-xs">
        <Select
          value={source.assessment}
          onValueChange={source.setAssessment}
          disabled={disabled}
          options={assessments}
        />
      </Field>
      {fault === null ? null : (
        <Callout tone="danger" live>
          <FormattedMessage
            id={`MovingIn.Fault.${fault}`}
            values={{
              files: fault === 'unreadable' ? intl.formatList(source.unreadable.slice(0, 10)) : movingInLimits.files,
              size: Math.floor(movingInLimits.text / megabyte),
            }}
          />
        </Callout>
      )}
    </div>
  )
}
