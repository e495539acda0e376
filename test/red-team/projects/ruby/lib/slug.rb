# Names for addresses.
module Slug
  def self.make(title)
    title.downcase.gsub(" ", "-")
  end
end
