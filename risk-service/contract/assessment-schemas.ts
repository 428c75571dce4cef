/*
 * Schemas of assessments of the wizard: sections of standard fields, custom fields and their payloads. They load the
 * schemas of the templates, and therefore have an entry of their own.
 */

export * from './assessments/custom-fields.ts'
export * from './assessments/observation-catalogue.ts'
export * from './assessments/sample-payload.ts'
export * from './assessments/scalar-paths.ts'
export * from './assessments/schema-changes.ts'
export * from './assessments/section-catalogue.ts'
export * from './assessments/template-definitions.ts'
