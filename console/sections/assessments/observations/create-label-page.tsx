import { LabelEventPage } from './label-page.tsx'

/** Adds the label event of an assessment. */
export const Component = () => <LabelEventPage create />
