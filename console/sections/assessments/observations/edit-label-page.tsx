import { LabelEventPage } from './label-page.tsx'

/** The label event of an assessment. */
export const Component = () => <LabelEventPage create={false} />
