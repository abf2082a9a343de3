export const licencesPath = "/licences";
