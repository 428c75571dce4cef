import { Button, Callout, FileDrop, SidePanel, useToast } from '@assay/design-system'
import { type ListIssue, type SupportListId, supportColumns, supportLists } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { listErrorOf } from '../list-errors.ts'
import { ListFileIssues, listIssueText } from '../list-file-issues.tsx'
import { PanelFooter } from '../panel-footer.tsx'
import { useUpload } from '../use-upload.ts'

interface SupportImportPanelProps {
  list: SupportListId
  onClose: () => void
  onSaved: () => void
}

/**
 * Imports the values of a file into a support list: new ones are added, existing ones changed. All of them, or none.
 */
export function SupportImportPanel({ list, onClose, onSaved }: SupportImportPanelProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const environment = useEnvironment()
  const offline = useOffline()
  const { sent, send, cancel } = useUpload()
  const [file, setFile] = useState<File | null>(null)
  const [problems, setProblems] = useState<readonly ListIssue[]>([])
  const [full, setFull] = useState(false)
  const load = useApiMutation({
    mutationFn: (chosen: File) =>
      send<{ added: number; updated: number; unchanged: number }>({
        method: 'POST',
        path: `/environments/${environment.id}/lists/support/${list}/import`,
        environmentId: environment.id,
        file: chosen,
        fields: {},
      }),
    onSuccess: done => {
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Lists.Import.Done' }, done) })
      onSaved()
      onClose()
    },
    onError: error => {
      if (error instanceof DOMException && error.name === 'AbortError') return true
      const refusal = listErrorOf(error)
      if (refusal?.kind === 'file') setProblems(refusal.problems)
      else if (refusal?.kind === 'limit') setFull(true)
      else return false
      return true
    },
  })
  const runImport = () => {
    if (!file) return
    setProblems([])
    setFull(false)
    load.mutate(file)
  }
  const [first] = problems
  return (
    <SidePanel
      title={
        <FormattedMessage id="Lists.Import.Into" values={{ name: <bdi key="name">{supportLists[list].name}</bdi> }} />
      }
      onClose={onClose}
    >
      <form
        noValidate
        className="flex min-h-full flex-col"
        onSubmit={event => {
          event.preventDefault()
          if (!load.isPending && !offline) runImport()
        }}
      >
        <div className="flex flex-1 flex-col gap-4 p-4">
          <p className="text-fg-secondary">
            <FormattedMessage
              id="Lists.Import.Help"
              values={{
                columns: (
                  <bdi key="columns" dir="ltr" className="font-mono text-xs">
                    {supportColumns.slice(0, 5).join(', ')}
                  </bdi>
                ),
              }}
            />
          </p>
          {full ? (
            <Callout tone="danger" live>
              <FormattedMessage id="Lists.Limit.entryLimit" />
            </Callout>
          ) : null}
          <FileDrop
            label={intl.formatMessage({ id: 'Lists.Import.File' })}
            accept=".csv,text/csv"
            acceptLabel="CSV"
            disabled={offline}
            files={
              file === null
                ? []
                : [
                    {
                      id: 'file',
                      name: file.name,
                      size: file.size,
                      state: sent
                        ? sent.fraction < 1
                          ? { kind: 'uploading', fraction: sent.fraction }
                          : { kind: 'validating' }
                        : first
                          ? { kind: 'failed', reason: listIssueText(intl, first), retryable: false }
                          : { kind: 'queued' },
                    },
                  ]
            }
            onFilesAdd={([chosen]) => {
              setProblems([])
              if (chosen) setFile(chosen)
            }}
            onRemove={() => {
              if (sent) return cancel()
              setProblems([])
              setFile(null)
            }}
          />
          <ListFileIssues problems={problems} />
        </div>
        <PanelFooter notice reason={offline ? <FormattedMessage id="Offline.Writes" /> : null}>
          <Button onClick={onClose}>
            <FormattedMessage id="Common.Cancel" />
          </Button>
          <Button
            type="submit"
            variant="primary"
            loading={load.isPending}
            disabled={file === null || offline || problems.length > 0}
          >
            <FormattedMessage id="Lists.Import.Title" />
          </Button>
        </PanelFooter>
      </form>
    </SidePanel>
  )
}
