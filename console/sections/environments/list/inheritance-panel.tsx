import { SidePanel, SidePanelSection } from '@assay/design-system'
import { FormattedMessage } from 'react-intl'

/** What an environment shares with those below it, in the order in which people need it. */
const inheritance = [
  'roles',
  'rules',
  'actions',
  'functions',
  'velocities',
  'lists',
  'assessments',
  'templates',
  'actionsConfiguration',
  'booster',
  'cases',
  'reports',
  'own',
  'notifications',
  'geography',
] as const

/** "What children inherit": explained beside the tree. */
export function InheritancePanel({ onClose }: { onClose: () => void }) {
  return (
    <SidePanel title={<FormattedMessage id="Environments.Inherit.Title" />} onClose={onClose}>
      <SidePanelSection>
        <p className="text-fg-secondary">
          <FormattedMessage id="Environments.Inherit.Intro" />
        </p>
      </SidePanelSection>
      <SidePanelSection>
        <ul className="flex flex-col gap-3">
          {inheritance.map(subject => (
            <li key={subject}>
              <FormattedMessage
                id={`Environments.Inherit.${subject}`}
                values={{
                  b: chunks => (
                    <strong key="subject" className="block font-medium">
                      {chunks}
                    </strong>
                  ),
                }}
              />
            </li>
          ))}
        </ul>
      </SidePanelSection>
    </SidePanel>
  )
}
