import { Button, EmptyState, PageHeader } from '@assay/design-system'
import { FilePen } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { useCan, useEnvironment, useEnvironments, useHref } from '../../../platform/environments/environments.tsx'
import { useTitle } from '../../../platform/router/use-title.ts'
import { AssessmentWizard } from './assessment-wizard.tsx'
import { readWizardDraft, type StoredWizardDraft, storeWizardDraft } from './draft-storage.ts'
import { createDraft, type WizardDraft } from './wizard-draft.ts'

/** Creates an assessment in five steps. A draft that was left is offered again. */
export function Component() {
  const intl = useIntl()
  const href = useHref()
  const can = useCan()
  const environment = useEnvironment()
  const title = intl.formatMessage({ id: 'Assessments.Wizard.Title' })
  useTitle(title)
  const lock = !can('assessments', 'write') ? 'noRight' : environment.parentId !== null ? 'notRoot' : null
  if (lock !== null)
    return (
      <EmptyState
        page
        kind="no-access"
        title={<FormattedMessage id={`Assessments.Wizard.Lock.${lock}`} />}
        description={<FormattedMessage id="Assessments.Wizard.Lock.Text" />}
        actions={
          <Button asChild>
            <Link to={href('/fraud/assessments')}>
              <FormattedMessage id="Rules.Custom.Unknown.All" />
            </Link>
          </Button>
        }
      />
    )
  // Another environment has a draft of its own.
  return <DraftChoice key={environment.id} title={title} />
}

/** Asks what becomes of a draft that was left; without one the wizard begins. */
function DraftChoice({ title }: { title: string }) {
  const intl = useIntl()
  const { id: environmentId } = useEnvironment()
  const { session } = useEnvironments()
  const owner = { user: session.user.id, environmentId }
  const [found, setFound] = useState<StoredWizardDraft | undefined>(() => readWizardDraft(owner))
  const [draft, setDraft] = useState<WizardDraft | null>(() => (found ? null : createDraft()))
  if (draft !== null) return <AssessmentWizard initial={draft} owner={owner} title={title} />
  const name = found?.draft.friendlyName ?? ''
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface">
      <PageHeader title={title} />
      <EmptyState
        icon={FilePen}
        className="border-bs border-line-subtle"
        title={<FormattedMessage id="Assessments.Wizard.Resume.Title" />}
        description={
          <FormattedMessage
            id={name === '' ? 'Assessments.Wizard.Resume.Text' : 'Assessments.Wizard.Resume.Named'}
            values={{
              name: <bdi key="name">{name}</bdi>,
              time: intl.formatDate(found?.at, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h12' }),
            }}
          />
        }
        actions={
          <>
            <Button variant="primary" onClick={() => setDraft(found?.draft ?? createDraft())}>
              <FormattedMessage id="Assessments.Wizard.Resume" />
            </Button>
            <Button
              onClick={() => {
                storeWizardDraft(owner, null)
                setFound(undefined)
                setDraft(createDraft())
              }}
            >
              <FormattedMessage id="Assessments.Wizard.Discard" />
            </Button>
          </>
        }
      />
    </div>
  )
}
