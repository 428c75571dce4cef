import { useToast } from '@assay/design-system'
import type { Template } from '@assay/risk-service/contract'
import { useState, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { FormDialog } from '../../platform/authoring/form-dialog.tsx'
import { useDraftState } from '../../platform/drafts/use-draft.ts'
import { useFailureToast } from '../../platform/errors/use-failure-toast.ts'
import { libraryOf } from '../../platform/templates/areas.ts'
import { isTooLong, nameFault, NameFields, type Named, type NameFault } from '../../platform/templates/name-fields.tsx'
import { templateRefusal } from '../../platform/templates/refusals.ts'

/** Another name and description for a template; what it holds stays as it is. */
export function EditTemplateDialog({ template, onClose, onSaved }: { template: Template; onClose: () => void; onSaved: () => unknown }) {
  const intl = useIntl()
  const { toast } = useToast()
  const failed = useFailureToast()
  const [named, setNamed] = useDraftState<Named>(`template/edit/${template.id}`, { name: template.name, description: template.description })
  const [fault, setFault] = useState<NameFault | null>(null)
  const [refusal, setRefusal] = useState<ReactNode>(null)
  const [running, setRunning] = useState(false)
  const save = async () => {
    const found = nameFault(named)
    setFault(found)
    setRefusal(null)
    if (found || isTooLong(named)) return
    setRunning(true)
    try {
      const name = named.name.trim()
      await libraryOf[template.kind].describe({ environmentId: template.environmentId, templateId: template.id, name, description: named.description.trim(), baseVersion: template.version })
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Templates.Saved' }, { name }) })
      onSaved()
      onClose()
    } catch (error) {
      const refused = templateRefusal(error)
      if (refused?.kind === 'name') setFault('taken')
      else if (refused?.kind === 'changed') setRefusal('Templates.Changed')
      else failed(error)
      setRunning(false)
    }
  }
  return (
    <FormDialog
      title={<FormattedMessage id="Templates.EditOf" values={{ name: <bdi key="name">{template.name}</bdi> }} />} confirm={<FormattedMessage id="Environments.Form.Save" />}
      running={running} refusal={refusal} onSubmit={() => void save()} onClose={onClose}
    >
      <NameFields {...named} fault={fault} onChange={next => { setNamed(next); setFault(null) }} />
    </FormDialog>
  )
}
