/** Who is searched for: an assessment, one of its data subject IDs, and a value. */
export interface SearchedSubject {
  AssessmentName: string
  PropertyName: string
  PropertyValue: string
}
