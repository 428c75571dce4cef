import { Button, Callout, Checkbox, Dialog, DialogContent, focusPageTitle } from '@assay/design-system'
import type { UploadArea, UploadDetail } from '@assay/risk-service/contract'
import { useEffect, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link, useNavigate } from 'react-router-dom'
import { useOffline } from '../../../platform/offline/connection.ts'
import { dataErrorsOf, formatsOf, mappingOf, storedMap } from '../file/source-state.ts'
import { useSource } from '../file/use-source.ts'
import { MappingView } from '../mapping/mapping-view.tsx'
import type { UploadGuard } from '../transfer/use-upload-guard.tsx'
import { useUploadTexts } from '../use-upload-texts.ts'
import { CheckResult } from './check-result.tsx'
import { FileChoice } from './file-choice.tsx'
import { FlowHeader } from './flow-header.tsx'
import { RefusalCallout } from './refusal-callout.tsx'
import { useSaveUpload } from './use-save-upload.ts'

interface SourceFlowProps {
  area: UploadArea
  stored: UploadDetail
  listHref: string
  guard: UploadGuard
}

/** A file is chosen and checked, its columns are mapped, and it is uploaded; or the mapping of the one there is edited. */
export function SourceFlow({ area, stored, listHref, guard }: SourceFlowProps) {
  const intl = useIntl()
  const offline = useOffline()
  const texts = useUploadTexts()
  const navigate = useNavigate()
  const { entity } = stored
  const hasFile = stored.columns !== null && stored.state !== 'Uploading' && stored.state !== 'UploadFailed'
  const source = useSource(entity, stored)
  const saving = useSaveUpload(stored, () => guard.leave(() => void navigate(listHref)))
  const [view, setView] = useState<'source' | 'mapping'>(hasFile ? 'mapping' : 'source')
  const [edited, setEdited] = useState(() => storedMap(stored))
  const [isEdited, setIsEdited] = useState(false)
  const [errorsFound, setErrorsFound] = useState<number | null>(null)
  const { file, opened, checked, report } = source.state
  const head = opened?.head ?? null
  const isOfFile = file !== null
  const map = isOfFile ? source.state.map : edited
  const mapping = mappingOf(map)
  const isUnsaved = isOfFile || isEdited
  const { setUnsaved } = guard
  useEffect(() => setUnsaved(isUnsaved), [isUnsaved, setUnsaved])
  useEffect(() => () => setUnsaved(false), [setUnsaved])

  // The button that led here is gone, and the focus with it.
  const show = (next: 'source' | 'mapping') => {
    setView(next)
    requestAnimationFrame(focusPageTitle)
  }
  const upload = () => void saving.upload(source.state)
  const save = async () => {
    if (!isOfFile) return saving.saveMapping({ map: edited, formats: stored.formats })
    const result = await source.ensureChecked()
    if (result === null) return show('source')
    if (result.isBlocked) return show('source')
    const errors = dataErrorsOf(result)
    if (errors > 0) return setErrorsFound(errors)
    return upload()
  }
  const isReady = head !== null && source.missing.length === 0 && report?.isBlocked !== true
  const facts = isOfFile
    ? [file.name, texts.size(file.size)]
    : stored.file === null
      ? []
      : [stored.file.name, texts.size(stored.file.size)]
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto bg-surface">
      <FlowHeader
        area={area}
        entity={entity}
        meta={facts.length === 0 ? undefined : <bdi>{texts.list(facts)}</bdi>}
        actions={
          view === 'source' ? (
            <>
              <Button asChild>
                <Link to={listHref}>
                  <FormattedMessage id="Common.Cancel" />
                </Link>
              </Button>
              <Button variant="primary" disabled={!isReady || checked !== null} onClick={() => show('mapping')}>
                <FormattedMessage id="DesignSystem.Wizard.Next" />
              </Button>
            </>
          ) : (
            <>
              <Button asChild variant="ghost">
                <Link to={listHref}>
                  <FormattedMessage id="Common.Cancel" />
                </Link>
              </Button>
              <Button onClick={() => show('source')}>
                <FormattedMessage id={isOfFile ? 'Upload.BackToFile' : 'Upload.ChangeSource'} />
              </Button>
              <Button
                variant="primary"
                disabled={offline}
                loading={saving.isSaving || checked !== null}
                onClick={() => void save()}
              >
                <FormattedMessage id="Upload.Save" />
              </Button>
            </>
          )
        }
      />
      <div className="flex flex-col gap-3 px-page empty:hidden">
        <RefusalCallout
          refusal={saving.refusal}
          isSaving={saving.isSaving}
          onCancelOther={() => void saving.cancelOther()}
        />
      </div>
      {view === 'source' ? (
        <div className="flex flex-col gap-4 px-page pbe-6">
          <div className="flex max-w-dialog-lg flex-col gap-4">
            <FileChoice entity={entity} source={source} />
            {stored.mapping.stored ? (
              <Checkbox
                checked={source.state.keepsMapping}
                onCheckedChange={keeps => source.keepMapping(keeps === true)}
                label={<FormattedMessage id="Upload.KeepMapping" />}
                description={<FormattedMessage id="Upload.KeepMapping.Text" />}
              />
            ) : null}
            {source.missing.length > 0 ? (
              <Callout tone="danger" live>
                {intl.formatMessage({ id: 'Upload.Issue.U21' }, { list: texts.list(source.missing) })}
              </Callout>
            ) : null}
          </div>
          <CheckResult entity={entity} source={source} />
        </div>
      ) : (
        <MappingView
          entity={entity}
          columns={head?.columns ?? stored.columns ?? []}
          head={head}
          map={map}
          mapping={mapping}
          formats={isOfFile ? formatsOf(source.state) : stored.formats}
          onMap={next => {
            if (isOfFile) source.setMap(next)
            else {
              setEdited(next)
              setIsEdited(true)
            }
          }}
        />
      )}
      <Dialog
        open={errorsFound !== null}
        onOpenChange={open => {
          if (!open) setErrorsFound(null)
        }}
      >
        <DialogContent
          title={<FormattedMessage id="Upload.Anyway.Title" values={{ count: errorsFound ?? 0 }} />}
          description={<FormattedMessage id="Upload.Anyway.Text" />}
          footer={
            <>
              <Button
                onClick={() => {
                  setErrorsFound(null)
                  upload()
                }}
              >
                <FormattedMessage id="Upload.Anyway.Confirm" />
              </Button>
              <Button
                variant="primary"
                onClick={() => {
                  setErrorsFound(null)
                  show('source')
                }}
              >
                <FormattedMessage id="Upload.ShowErrors" />
              </Button>
            </>
          }
        />
      </Dialog>
    </div>
  )
}
