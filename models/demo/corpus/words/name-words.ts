const words = (text: string) => text.trim().split(/\s+/)

/** First names of many languages. */
export const firstNames: readonly string[] = words(`
  Alice Ben Clara David Emma Frank Grace Henry Iris Jack Kate Leo Mia Noah Olivia Paul Rosa Sam Tina Victor Wendy Anna
  Boris Carmen Diego Elena Fatima George Hana Ivan Jonas Karim Lena Marco Nina Oscar Petra Rafael Sofia Tom Ursula Vera
  Walter Yuki Zara Adam Bella Cecil Daisy Edgar Flora Gustav Hugo Ida Julia Kurt Lydia Max Nora Otto Priya Quentin Ruth
  Simon Thea Umar Viola Wilma Xenia Yusuf Zoe Aaron Bianca Colin Dora Eric Felix Greta Heidi Ingrid Jorge Kenji Laura
  Martin Nadia Olga Pedro Robin Sandra Tara Ulla Vincent William Yara Amir Bruno Chloe Dylan Esther Finn Gina Harold Ines
  James Klara Louis Maria Nelson Oliver Peter Rachel Stella Tobias Valentina Wanda Arthur Beth Charles Diana Edward Sarah
  John Mary Robert Linda Michael Susan Thomas Karen Daniel Lisa Mark Nancy Kevin Betty Brian Helen Jason Sandy Gary Donna
  Nova Luna Milo Ruby Jasper Hazel Ash Sage River Phoenix Storm Raven Jade Amber Ivy Olive Pearl Basil Rex Ziggy Minji
  Adrian Agnes Albert Alma Andrea Anton Audrey Beatrice Benedict Bernard Blanche Camille Casper Cecilia Celeste Clement
  Conrad Cora Dagmar Dominic Dorothy Edith Eleanor Elias Eloise Elsa Ernest Eugene Eva Evelyn Fabian Fiona Florence Frederic
  Gabriel Genevieve Georgina Gerald Gloria Gordon Gregory Gwen Harriet Hector Herbert Hilda Horace Irene Isabel Jerome Joan
  Joseph Josephine Judith Julian Justine Katrina Kirsten Lambert Leander Leonard Leopold Lillian Lorenz Lucia Lucius Madeleine
  Magnus Marcel Margaret Marlene Martha Matilda Maurice Melanie Miranda Miriam Monica Natalie Nathan Nicholas Octavia Oswald
  Patricia Patrick Penelope Percy Philip Ralph Raymond Rebecca Regina Roderick Roland Rosalind Rupert Sebastian Selma Sibyl
  Silas Sylvia Tabitha Theodore Timothy Ulrich Verena Vernon Veronica Vivian Wallace Winifred Yolanda Yvonne Zachary Zelda
  Haruto Aiko Chen Wei Ling Ravi Anjali Kofi Ama Zuri Tariq Leila Omar Salma Mehmet Elif Sven Astrid Lars Freya Pavel
`)

/** Names of characters that are called after their role. */
export const roleNames: readonly string[] = `
  Captain|The Captain|The Baker|Grandmother|The Librarian|Robot|The Wizard|Night Watch|Big Bear|Little Fox|The Gardener|
  Coach|Chef|Detective|Ghost of the Attic|The Innkeeper|Sailor|Doctor Owl|The Blacksmith|Moon Rabbit|Navigator|Pirate|
  Teacher|The Old King|Snow Queen|Travel Guide|Story Teller|The Mechanic|Nurse|Space Cat|Farmer|The Painter|Fisherman|
  Iron Knight|The Astronomer|Garden Gnome|Dragon|Postman|The Clockmaker|Forest Spirit|Tea Master|Professor|Bard|Ranger
`
  .replaceAll('\n', '')
  .split('|')
  .map((name) => name.trim())
