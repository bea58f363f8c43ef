// Without this file, Vitest would use the config file of the repository that contains this example.
export default {};
