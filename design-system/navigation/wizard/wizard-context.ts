import { createContext, useContext } from 'react'

export interface WizardContextValue {
  current: string
  /** Opens a step; all input is preserved. */
  goTo: (stepId: string) => void
}

export const WizardContext = createContext<WizardContextValue | null>(null)

/** The wizard around a step: a review step uses it for its links. */
export function useWizard(): WizardContextValue {
  const wizard = useContext(WizardContext)
  if (!wizard)
    throw new Error(
      'useWizard: there is no Wizard around it, so there is no step to go to. Render it inside a step of Wizard.',
    )
  return wizard
}
