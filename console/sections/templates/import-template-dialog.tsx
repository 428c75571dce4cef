import { Field, FileDrop, Select, useToast } from '@assay/design-system'
import { templateLimits, type TemplateFileFault, type TemplateKind } from '@assay/risk-service/contract'
import { useRef, useState, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { FormDialog } from '../../platform/authoring/form-dialog.tsx'
import { useDraft } from '../../platform/drafts/use-draft.ts'
import { useFailureToast } from '../../platform/errors/use-failure-toast.ts'
import { libraryOf } from '../../platform/templates/areas.ts'
import { LimitNote } from '../../platform/templates/create-template-dialog.tsx'
import { isTooLong, nameFault, NameFields, type Named, type NameFault } from '../../platform/templates/name-fields.tsx'
import { templateRefusal } from '../../platform/templates/refusals.ts'
import { headOfFile } from './file-head.ts'

interface ImportTemplateDialogProps {
  environmentId: string
  /** Kinds that may be kept here. */
  kinds: readonly TemplateKind[]
  onClose: () => void
  onAdded: () => unknown
}

/** Keeps the template of a file in the library. The file says what kind it is; its name can be changed before it is kept. */
export function ImportTemplateDialog({ environmentId, kinds, onClose, onAdded }: ImportTemplateDialogProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const failed = useFailureToast()
  const [file, setFile] = useState<File | null>(null)
  const [fileFault, setFileFault] = useState<TemplateFileFault | 'missing' | null>(null)
  const [kind, setKind] = useState<TemplateKind>(kinds[0] ?? 'rule')
  const [named, setNamed] = useState<Named>({ name: '', description: '' })
  const [fault, setFault] = useState<NameFault | null>(null)
  const [refusal, setRefusal] = useState<ReactNode>(null)
  const [running, setRunning] = useState(false)
  const [templateId] = useState(() => crypto.randomUUID())
  const newest = useRef<File | null>(null)
  useDraft(`template/import/${environmentId}`, { kind, named }, kept => {
    setKind(kept.kind)
    setNamed(kept.named)
  })
  const choose = async (chosen: File) => {
    newest.current = chosen
    const head = chosen.size > templateLimits.fileSize ? { fault: 'size' as const } : await headOfFile(chosen)
    // Of two that were chosen one after the other, the first may be read last.
    if (newest.current !== chosen) return
    setFile(chosen)
    setFileFault(head.fault ?? null)
    if (head.kind !== undefined && kinds.includes(head.kind)) setKind(head.kind)
    // What was typed before there was a file stays: also what is back after a way to the sign-in page, which keeps no files.
    if (head.name !== undefined && (file !== null || named.name === '')) setNamed({ name: head.name, description: head.description ?? '' })
  }
  const drop = () => {
    newest.current = null
    setFile(null)
    setFileFault(null)
  }
  const chooseKind = (next: TemplateKind) => {
    setKind(next)
    // It was said of the kind that was chosen, not of the file.
    setFileFault(current => (current === 'kind' ? null : current))
  }
  const submit = async () => {
    const found = nameFault(named)
    setFault(found)
    setRefusal(null)
    if (!file) setFileFault('missing')
    if (!file || fileFault !== null || found || isTooLong(named)) return
    setRunning(true)
    try {
      const name = named.name.trim()
      await libraryOf[kind].add({ environmentId, templateId, name, description: named.description.trim(), file })
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Templates.Added' }, { name }) })
      onAdded()
      onClose()
    } catch (error) {
      const refused = templateRefusal(error)
      if (refused?.kind === 'name') setFault('taken')
      else if (refused?.kind === 'file') setFileFault(refused.fault)
      else if (refused?.kind === 'limit') setRefusal(<LimitNote kind={kind} />)
      else failed(error)
      setRunning(false)
    }
  }
  return (
    <FormDialog
      title={<FormattedMessage id="Templates.Import" />} confirm={<FormattedMessage id="Templates.Add" />} running={running} refusal={refusal}
      onSubmit={() => void submit()} onClose={onClose}
    >
      <Field label={<FormattedMessage id="Templates.File.Label" />} labelHidden {...(fileFault ? { error: <FormattedMessage id={`Templates.File.${fileFault}`} /> } : {})}>
        <FileDrop
          label={intl.formatMessage({ id: 'Templates.File.Label' })} accept=".json,application/json" acceptLabel="JSON" maxSize={templateLimits.fileSize}
          files={file ? [{ id: 'file', name: file.name, size: file.size, state: fileFault ? { kind: 'failed', reason: intl.formatMessage({ id: `Templates.File.${fileFault}` }), retryable: false } : { kind: 'done' } }] : []}
          onFilesAdd={([first]) => { if (first) void choose(first) }} onRemove={drop}
        />
      </Field>
      <Field label={<FormattedMessage id="Templates.Column.Kind" />} required>
        <div className="relative"><Select value={kind} onValueChange={chooseKind} aria-label={intl.formatMessage({ id: 'Templates.Column.Kind' })} options={kinds.map(value => ({ value, label: intl.formatMessage({ id: `Templates.Kind.${value}` }) }))} /></div>
      </Field>
      <NameFields {...named} fault={fault} onChange={next => { setNamed(next); setFault(null) }} />
    </FormDialog>
  )
}
