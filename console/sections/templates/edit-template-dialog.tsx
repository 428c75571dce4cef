import { useToast } from '@assay/design-system'
import type { Template } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { differencesOf, type VersionTexts } from '../../platform/authoring/conflict/differences.ts'
import { useConflict } from '../../platform/authoring/conflict/use-conflict.tsx'
import { useErrorToast } from '../../platform/errors/use-error-toast.ts'
import { FormDialog } from '../../platform/forms/form-dialog.tsx'
import { useIsMounted } from '../../platform/forms/use-is-mounted.ts'
import { useRecoverableState } from '../../platform/recovery/use-recovery.ts'
import { templateErrorOf } from '../../platform/templates/template-error.ts'
import {
  isTooLong,
  type TemplateDetails,
  TemplateNameFields,
  type TemplateNameIssue,
  validateTemplateName,
} from '../../platform/templates/template-name-fields.tsx'
import { templateClients } from '../../platform/templates/template-procedures.ts'

/** Another name and description for a template; what it holds stays as it is. */
export function EditTemplateDialog({
  template,
  onClose,
  onSaved,
}: {
  template: Template
  onClose: () => void
  onSaved: () => unknown
}) {
  const intl = useIntl()
  const { toast } = useToast()
  const failed = useErrorToast()
  const [named, setNamed] = useRecoverableState<TemplateDetails>(`template/edit/${template.id}`, {
    name: template.name,
    description: template.description,
  })
  const [fault, setFault] = useState<TemplateNameIssue | null>(null)
  const [running, setRunning] = useState(false)
  const conflict = useConflict()
  const shown = useIsMounted()
  const textsOf = ({ name, description }: TemplateDetails): VersionTexts => [
    { id: 'name', label: intl.formatMessage({ id: 'Common.Name' }), text: name.trim() },
    {
      id: 'description',
      label: intl.formatMessage({ id: 'Common.Description' }),
      text: description.trim(),
    },
  ]
  const newest = async () => {
    const { templates } = await templateClients[template.kind].list({ environmentId: template.environmentId })
    const found = (templates as Template[]).find(({ id }) => id === template.id)
    if (!found) throw new Error('The template is gone.')
    return found
  }
  const save = async (baseVersion = template.version) => {
    const found = validateTemplateName(named)
    setFault(found)
    if (found || isTooLong(named)) return
    setRunning(true)
    try {
      const name = named.name.trim()
      await templateClients[template.kind].describe({
        environmentId: template.environmentId,
        templateId: template.id,
        name,
        description: named.description.trim(),
        baseVersion,
      })
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Templates.Saved' }, { name }) })
      onSaved()
      if (shown()) onClose()
    } catch (error) {
      const refused = templateErrorOf(error)
      if (refused?.kind === 'name') setFault('taken')
      else if (
        !(await conflict.ask(error, {
          load: newest,
          differences: theirs => differencesOf(textsOf(named), textsOf(theirs)),
          keepMine: theirs => save(theirs.version),
          takeTheirs: () => {
            onSaved()
            onClose()
          },
        }))
      )
        failed(error)
      setRunning(false)
    }
  }
  return (
    <FormDialog
      title={<FormattedMessage id="Templates.EditOf" values={{ name: <bdi key="name">{template.name}</bdi> }} />}
      confirm={<FormattedMessage id="Common.Save" />}
      running={running}
      refusal={null}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TemplateNameFields
        {...named}
        fault={fault}
        readOnly={running}
        onChange={next => {
          setNamed(next)
          setFault(null)
        }}
      />
      {conflict.question}
    </FormDialog>
  )
}
