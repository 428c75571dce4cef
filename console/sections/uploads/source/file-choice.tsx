import { Callout, Checkbox, Field, FileDrop, type FileState, Select } from '@assay/design-system'
import { type UploadDelimiter, uploadDelimiters } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import type { SourceState } from '../file/source-state.ts'
import type { Source } from '../file/use-source.ts'
import { useIssueText } from '../use-issue-text.ts'

interface FileChoiceProps {
  entity: string
  source: Source
}

const delimiterIds = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const satisfies Record<UploadDelimiter, string>

/** The state of a chosen file for its line. */
function fileStateOf(
  { opened, checked, file, report, failure }: SourceState,
  reason: (code: string) => string,
): FileState {
  if (failure !== null) return { kind: 'failed', reason: reason(failure), retryable: false }
  if (opened === null) return { kind: 'validating' }
  if (opened.head === null) return { kind: 'failed', reason: reason('issues'), retryable: false }
  if (checked !== null) return { kind: 'validating', fraction: checked / Math.max(1, file?.size ?? 1) }
  return report === null ? { kind: 'queued' } : { kind: 'done', accepted: report.rows }
}

/** The file of an entity: chosen or dropped, whether it has names of columns, and what separates its values. */
export function FileChoice({ entity, source }: FileChoiceProps) {
  const intl = useIntl()
  const issueText = useIssueText(entity)
  const { state } = source
  const { file, opened, options } = state
  const issues = opened?.issues ?? []
  const reason = (code: string) =>
    code === 'issues' ? issues.map(issueText).join(' ') : intl.formatMessage({ id: `Upload.File.${code}` })
  return (
    <div className="flex flex-col gap-4">
      <FileDrop
        label={intl.formatMessage({ id: 'Upload.File.Label' })}
        acceptLabel="CSV, TSV"
        description={<FormattedMessage id="Upload.File.Help" />}
        files={
          file === null ? [] : [{ id: 'file', name: file.name, size: file.size, state: fileStateOf(state, reason) }]
        }
        onFilesAdd={([added]) => {
          if (added) source.choose(added)
        }}
        onRemove={source.clear}
      />
      <Checkbox
        checked={options.hasHeader === false}
        onCheckedChange={checked => source.reopen({ ...options, hasHeader: checked !== true })}
        label={<FormattedMessage id="Upload.File.NoHeader" />}
        description={<FormattedMessage id="Upload.File.NoHeader.Text" />}
      />
      {file !== null && (opened?.head != null || issues.some(({ code }) => code === 'U-05')) ? (
        <Field
          label={<FormattedMessage id="Upload.Delimiter" />}
          description={
            options.delimiter === undefined && opened?.head != null ? (
              <FormattedMessage id="Upload.Delimiter.Detected" values={{ count: opened.head.columns.length }} />
            ) : opened?.head != null ? (
              <FormattedMessage id="Upload.Delimiter.Columns" values={{ count: opened.head.columns.length }} />
            ) : undefined
          }
        >
          <Select
            className="w-rail max-w-full"
            placeholder={intl.formatMessage({ id: 'Upload.Delimiter.Choose' })}
            options={uploadDelimiters.map(delimiter => ({
              value: delimiterIds[delimiter],
              label: intl.formatMessage({ id: `Upload.Delimiter.${delimiterIds[delimiter]}` }),
            }))}
            {...(opened?.head != null ? { value: delimiterIds[opened.head.delimiter] } : {})}
            onValueChange={value => {
              const delimiter = uploadDelimiters.find(each => delimiterIds[each] === value)
              if (delimiter) source.reopen({ ...options, delimiter })
            }}
          />
        </Field>
      ) : null}
      {issues.length > 0 ? (
        <Callout tone="danger" live title={<FormattedMessage id="Upload.File.NotRead" />}>
          <ul>
            {issues.map((issue, index) => (
              <li key={index} className="wrap-anywhere">
                {issueText(issue)}
              </li>
            ))}
          </ul>
        </Callout>
      ) : null}
    </div>
  )
}
