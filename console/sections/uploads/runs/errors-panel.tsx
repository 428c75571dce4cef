import { Button, Icon, KeyValue, KeyValueList, SidePanel, SkeletonRows, useFormat } from '@assay/design-system'
import type { UploadEntityName, UploadRun } from '@assay/risk-service/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { IssueGroupList } from '../issues/issue-group-list.tsx'
import { useUploadTexts } from '../use-upload-texts.ts'
import { ErrorFileButton } from './error-file-button.tsx'
import { RunIssues } from './run-issues.tsx'
import { RunState } from './run-state.tsx'

const missingMark = '–'

interface ErrorsPanelProps {
  entity: UploadEntityName
  runs: UseQueryResult<{ runs: UploadRun[]; nextCursor: string | null }>
  writes: boolean
  editHref: string
  onClose: () => void
}

/** Why the file of an entity failed in its last run: by code with counts, then by row. */
export function ErrorsPanel({ entity, runs, writes, editHref, onClose }: ErrorsPanelProps) {
  const intl = useIntl()
  const format = useFormat()
  const texts = useUploadTexts()
  const [chosen, setChosen] = useState<string | null>(null)
  const run = runs.data?.runs.find(({ entities, state }) => entities.includes(entity) && state !== 'Waiting')
  const file = run?.files.find(each => each.entity === entity)
  const groups = (file?.counts ?? []).map(({ code, severity, count }) => ({
    id: `${severity} ${code}`,
    code,
    severity,
    column: null,
    count,
  }))
  return (
    <SidePanel
      title={texts.entity(entity)}
      {...(run ? { titleEnd: <RunState state={run.state} /> } : {})}
      onClose={onClose}
    >
      {runs.isError && runs.data === undefined ? (
        <QueryError error={runs.error} onRetry={() => void runs.refetch()} />
      ) : runs.data === undefined ? (
        <div className="p-4" aria-busy="true">
          <SkeletonRows rows={6} />
        </div>
      ) : run === undefined || file === undefined ? (
        <p className="p-4 text-sm text-fg-secondary">
          <FormattedMessage id="Upload.Run.NoIssues" />
        </p>
      ) : (
        <div className="flex flex-col">
          <div className="border-be border-line-subtle p-4">
            <KeyValueList termWidth="sm">
              <KeyValue term={<FormattedMessage id="Upload.Column.File" />}>
                <bdi className="font-mono wrap-anywhere">{file.fileName}</bdi>
              </KeyValue>
              <KeyValue term={<FormattedMessage id="Upload.Run.Checked" />}>
                {run.finishedAt === null ? missingMark : format.dateTime(run.finishedAt)}
              </KeyValue>
              <KeyValue term={<FormattedMessage id="Upload.Run.Result" />}>
                <FormattedMessage
                  id="Upload.Run.Counts"
                  values={{ errors: file.errors, warnings: file.warnings, rows: intl.formatNumber(file.read) }}
                />
              </KeyValue>
            </KeyValueList>
          </div>
          <div className="border-be border-line-subtle px-2 py-3">
            <IssueGroupList groups={groups} current={chosen} onChoose={setChosen} />
          </div>
          <div className="px-2 py-2">
            <RunIssues run={run} entity={entity} code={chosen?.split(' ')[1] ?? null} />
          </div>
          <div className="flex flex-wrap justify-between gap-2 border-bs border-line-subtle p-4">
            <ErrorFileButton run={run} entity={entity} />
            {writes ? (
              <Button asChild start={<Icon icon={Pencil} />}>
                <Link to={editHref}>
                  <FormattedMessage id="Upload.Edit" />
                </Link>
              </Button>
            ) : null}
          </div>
        </div>
      )}
    </SidePanel>
  )
}
